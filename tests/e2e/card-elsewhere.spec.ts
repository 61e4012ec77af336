import { PNG } from 'pngjs'
import type { Locator } from '@playwright/test'

import { fromRgba } from '../support/camera'
import { decoders } from '../support/decoders'
import { createPassAuthority } from '../support/pass-authority'
import { expect, expectGoodScreen, test } from './fixtures'

const elsewhere = ['Карта', 'Карта на бумаге и в кошельке'] as const
const PIXELS_IN_MM = 96 / 25.4

test.use({ appSettings: createPassAuthority().settings })

async function decode(kind: keyof typeof decoders, drawing: Locator): Promise<(string | null)[]> {
  const png = PNG.sync.read(await drawing.screenshot({ scale: 'device' }))
  const picture = fromRgba(png.width, png.height, png.data)
  return Promise.all(Object.values(decoders[kind]).map((read) => read(picture)))
}

test('the printed card has the size of a bank card, and decoders read both codes', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn()
  const number = sandbox.server.sandbox.state.user(phone).cards[0]!
  await walk(...elsewhere)
  await expectGoodScreen(page, 'Карта на бумаге и в кошельке — Апрель')
  await walk('Карта для печати')
  await expectGoodScreen(page, 'Карта для печати — Апрель')
  await expect(page.getByText(number.replace(/(\d{4})(?!$)/g, '$1 '))).toBeVisible()

  // An A4 sheet without its margins.
  await page.setViewportSize({ width: Math.floor(180 * PIXELS_IN_MM), height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  const qr = page.getByRole('img', { name: 'QR-код номера карты' })
  const bars = page.getByRole('img', { name: 'Штрихкод карты' })
  const boxes = await Promise.all(
    [qr, bars].map((code) => code.locator('xpath=../..').boundingBox()),
  )
  for (const box of boxes) {
    expect(box!.width / PIXELS_IN_MM).toBeCloseTo(85.6, 0)
    expect(box!.height / PIXELS_IN_MM).toBeCloseTo(54, 0)
  }
  // Side by side: the paper is folded between them.
  expect(boxes[0]!.y).toBeCloseTo(boxes[1]!.y, 0)
  for (const found of await decode('qr', qr.locator('svg'))) expect(found).toBe(number)
  for (const found of await decode('bars', bars.locator('svg'))) expect(found).toBe(number)
})
