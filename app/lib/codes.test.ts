import { describe, expect, test } from 'vitest'

import { code128Svg } from './code128.server'
import { qrSvg } from './qr.server'

const sizeOf = (svg: string) => /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? []

describe('the QR code of a card', () => {
  const svg = qrSvg('H1234567890123456T123456')
  const darkPath = /<path fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? ''

  test('is dark on white in every theme', () => {
    expect(svg).toContain('fill="#fff"')
    expect(svg).toContain('fill="#000"')
    expect(svg).not.toContain('currentColor')
  })

  test('keeps a quiet zone of four modules on every side', () => {
    const [size = 0] = sizeOf(svg)
    const runs = [...darkPath.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) =>
      run.slice(1).map(Number),
    )
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(x).toBeGreaterThanOrEqual(4)
      expect(y).toBeGreaterThanOrEqual(4)
      expect(x + width).toBeLessThanOrEqual(size - 4)
      expect(y + 1).toBeLessThanOrEqual(size - 4)
    }
  })

  test('draws the finder pattern where scanners look for it', () => {
    expect(darkPath.startsWith('M4 4h7v1h-7z')).toBe(true)
  })
})

describe('the Code 128 of a card', () => {
  const svg = code128Svg('1234567890123456')

  test('has ten modules of quiet zone before its first bar', () => {
    expect(svg).toContain('d="M10 0h2v40h-2z')
  })

  test('is as wide as its modules: start, eight pairs, check and stop', () => {
    const [width] = sizeOf(svg)
    expect(width).toBe(10 + 11 + 8 * 11 + 11 + 13 + 10)
  })
})
