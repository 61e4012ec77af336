import bwipjs from 'bwip-js/node'
import QRCode from 'qrcode'
import { describe, expect, test } from 'vitest'

import { drawnCode128, drawnQr, qrSvg } from './drawn-codes.server'

const getSize = (svg: string) => /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? []

/** The rectangles that the path fills, by start and width. */
function getRuns(path: string) {
  return path
    .split('z')
    .slice(0, -1)
    .flatMap((comb) => {
      const [, x = '', y = '', teeth = ''] =
        /^M(\d+) (\d+)((?:v-\d+h\d+v\d+(?:h\d+(?=v))?)+)$/.exec(comb) ?? []
      let at = Number(x)
      return Array.from(
        teeth.matchAll(/v-(\d+)h(\d+)v\1(?:h(\d+))?/g),
        ([, height, width, gap = 0]) => {
          const run = { x: at, y: Number(y) - Number(height), width: Number(width) }
          at += Number(width) + Number(gap)
          return run
        },
      )
    })
}

describe('the QR code of a card', () => {
  const svg = qrSvg('H1234567890123456T123456')
  const darkPath = /<path fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? ''

  test('keeps a quiet zone of four modules on every side', () => {
    const [size = 0] = getSize(svg)
    for (const { x, y, width } of getRuns(darkPath)) {
      expect(x).toBeGreaterThanOrEqual(4)
      expect(y).toBeGreaterThanOrEqual(4)
      expect(x + width).toBeLessThanOrEqual(size - 4)
      expect(y + 1).toBeLessThanOrEqual(size - 4)
    }
  })

  test('has every module where the encoder puts it', () => {
    const { modules } = QRCode.create('H1234567890123456T123456', { errorCorrectionLevel: 'Q' })
    const drawn = getRuns(darkPath).flatMap(({ x, y, width }) =>
      Array.from({ length: width }, (_, at) => `${x + at - 4} ${y - 4}`),
    )
    const all = Array.from({ length: modules.size ** 2 }, (_, at) => [
      at % modules.size,
      Math.floor(at / modules.size),
    ])
    const dark = all.filter(([column = 0, row = 0]) => modules.get(row, column))
    expect(drawn).toEqual(dark.map(([column, row]) => `${column} ${row}`))
  })
})

describe('the Code 128 of a card', () => {
  const svg = drawnCode128('1234567890123456')

  test('has every bar where the encoder puts it, after ten modules of quiet zone', () => {
    const [symbol] = bwipjs.raw('code128', '1234567890123456', '')
    const widths = symbol && 'sbs' in symbol ? symbol.sbs : []
    const bars = widths.flatMap((width, index) => {
      const x = widths.slice(0, index).reduce((sum, each) => sum + each, 10)
      return index % 2 === 0 ? [{ x, y: 0, width }] : []
    })
    expect(bars.length).toBeGreaterThan(20)
    expect(getRuns(/<path fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? '')).toEqual(bars)
  })

  test('is as wide as its modules: start, eight pairs, check and stop', () => {
    const [width] = getSize(svg)
    expect(width).toBe(10 + 11 + 8 * 11 + 11 + 13 + 10)
  })
})

test('draws each card number and code once, and no other for it', () => {
  const values = ['H100T200', 'H100T201', 'H100T200']
  expect(values.map(drawnQr)).toEqual(values.map(qrSvg))
  const [first, second, again] = values.map(drawnCode128)
  expect(second).not.toBe(first)
  expect(again).toBe(first)
})
