import { readFileSync, writeFileSync } from 'node:fs'

import type { CDPSession, Page } from '@playwright/test'
import { PNG } from 'pngjs'

import { readBrandPack } from '../../app/brand/brand-pack.server'
import { drawnCode128, qrSvg } from '../../app/domain/drawn-codes.server'
import { showBrand } from '../../app/domain/shown-brand'
import { storedCardPage } from '../../app/offline/stored-card-page'
import { browserTargets } from '../../scripts/browser-targets.mjs'
import { inlineScript } from '../../scripts/inline-script.mjs'
import { fromRgba, photograph, reduced, type Picture, type View } from '../support/camera'
import { decoders } from '../support/decoders'
import { bounds, devices, PIXELS_PER_MODULE } from '../support/scan-devices'
import { drawFrames, expect, test } from './fixtures'

type Kind = keyof typeof bounds

const isFull = process.env.SCAN === 'full'
const REPORT = 'docs/reference/reliability.md'
/**
 * Surroundings of a code on the screen, in CSS pixels, so that a too small quiet zone shows. A barcode is cut
 * out exactly: one decoder reads dark parts beside its quiet zone as bars.
 */
const around = { qr: 12, bars: 0 }
/** Tolerance of the browser's screenshot, when a CSS pixel is a part of several. */
const CUT_PIXELS = 2
const names = { qr: 'QR-код карты для кассы', bars: 'Штрихкод карты' }
interface Shot {
  picture: Picture
  /** Width of a module in pixels of the picture. */
  module: number
  /** The middle row, without surroundings and outermost pixels. */
  row: number[]
}

/** Photographs the code as shown, with its surroundings. */
async function shoot(page: Page, session: CDPSession, kind: Kind, ratio: number): Promise<Shot> {
  const drawing = page.getByRole('img', { name: names[kind] }).locator('svg')
  await drawing.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
  const box = (await drawing.boundingBox())!
  /** Modules in a row, with the drawing's quiet zone. */
  const modules = await drawing.evaluate((svg: SVGSVGElement) => svg.viewBox.baseVal.width)
  const { width, height, scrolled } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scrolled: scrollY,
  }))
  const x = Math.max(0, Math.floor(box.x) - around[kind])
  const y = Math.max(0, Math.floor(box.y) - around[kind])
  const clip = {
    x,
    y,
    width: Math.min(width - x, Math.ceil(box.width) + 2 * around[kind]),
    height: Math.min(height - y, Math.ceil(box.height) + 2 * around[kind]),
  }
  // A new browser: a context of another one has a single density.
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, y: y + scrolled, scale: 1 },
  })
  const png = PNG.sync.read(Buffer.from(data, 'base64'))
  expect(png.width / clip.width).toBeCloseTo(ratio, 1)
  const picture = fromRgba(png.width, png.height, png.data)
  const left = Math.round((box.x - x) * ratio)
  const middle = Math.round((box.y - y + box.height / 2) * ratio)
  const from = middle * png.width + left
  const to = from + Math.round(box.width * ratio)
  const row = Array.from(picture.grey.slice(from + CUT_PIXELS, to - CUT_PIXELS))
  return { picture, module: (box.width * ratio) / modules, row }
}

/** Lengths of equal colours in a row. */
function getRuns(row: number[]): number[] {
  const runs: number[] = []
  row.forEach((grey, at) => {
    if (at > 0 && grey === row[at - 1]) runs[runs.length - 1]! += 1
    else runs.push(1)
  })
  return runs
}

async function setDevice(
  session: CDPSession,
  [width, height, deviceScaleFactor]: (typeof devices)[number],
): Promise<void> {
  const mobile = width < 1000
  const metrics = { width, height, deviceScaleFactor, mobile }
  await session.send('Emulation.setDeviceMetricsOverride', metrics)
  // Layout that depends on the density changes with the next paint.
  await session.send('Page.captureScreenshot', { clip: { x: 0, y: 0, width, height, scale: 0.1 } })
}

/** The hand moves a little, and noise always differs. */
const aMomentLater = (view: View): View => ({ ...view, turn: (view.turn ?? 0) + 1 })

const score = new Map<string, { read: number; asked: number }>()

async function spoilAndRead(kind: Kind, shot: Shot, device: number, expected: RegExp) {
  const missed: string[] = []
  const all = Object.entries(bounds[kind])
  const factor = Math.max(1, Math.floor(shot.module / (2 * PIXELS_PER_MODULE[kind])))
  const picture = reduced(shot.picture, factor)
  const module = shot.module / factor
  // Each device runs the trials `as it is` and `everything by half`; the other trials take turns.
  const chosen = all.filter(([,], at) => isFull || at < 2 || (at + device) % 4 === 0)
  for (const [name, { view, isForOne }] of chosen) {
    const see = (seen: View, seed: number) =>
      photograph(picture, module, PIXELS_PER_MODULE[kind], seen, seed)
    const first = see(view, device + 1)
    let read = 0
    const unread: string[] = []
    for (const [decoder, decode] of Object.entries(decoders[kind])) {
      const reads = async (frame: Picture) => expected.test((await decode(frame)) ?? '')
      const isRead = (await reads(first)) || (await reads(see(aMomentLater(view), device + 101)))
      if (isRead) read += 1
      else unread.push(decoder)
      const key = [kind, name, decoder].join('|')
      const { read: before = 0, asked = 0 } = score.get(key) ?? {}
      score.set(key, { read: before + Number(isRead), asked: asked + 1 })
    }
    const isGood = isForOne ? read > 0 : read === Object.keys(decoders[kind]).length
    if (!isGood)
      missed.push(`${devices[device]!.join('×')} ${kind}: ${name}, by ${unread.join(' and ')}`)
  }
  return missed
}

function reportTable(): string {
  const row = (kind: Kind, name: string) => {
    const shares = Object.keys(decoders[kind]).map((decoder) => {
      const { read = 0, asked = 0 } = score.get([kind, name, decoder].join('|')) ?? {}
      return `${decoder} ${Math.floor((100 * read) / asked)} %`
    })
    const scope = bounds[kind][name]!.isForOne ? 'at least one' : 'each'
    return `| ${kind === 'qr' ? 'QR' : 'Code 128'} | ${name} | ${scope} | ${shares.join(', ')} |`
  }
  const kinds = Object.keys(bounds) as Kind[]
  const rows = kinds.flatMap((kind) => Object.keys(bounds[kind]).map((name) => row(kind, name)))
  return [
    '| code | how it is seen | read by | measured |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

test('decoders read the codes of twenty screens under camera distortions @js', async ({
  page,
  phone,
  sandbox,
  signIn,
  walk,
}) => {
  test.setTimeout(isFull ? 900_000 : 120_000)
  await signIn()
  const [number = ''] = sandbox.server.sandbox.state.user(phone).cards
  const expected = { qr: new RegExp(`^H${number}T\\d{4,8}$`), bars: new RegExp(`^${number}$`) }
  const session = await page.context().newCDPSession(page)
  const missed: string[] = []
  for (const [turn, link] of ['Карта', 'Показать на кассе'].entries()) {
    await walk(link)
    for (const [at, device] of devices.entries()) {
      // In the short run each device has one of the two screens.
      if (!isFull && (at + turn) % 2 === 0) continue
      const isDark = at % 4 < 2
      await page.emulateMedia({
        colorScheme: isDark ? 'dark' : 'light',
        forcedColors: at % 5 === 4 ? 'active' : 'none',
      })
      await setDevice(session, device)
      for (const kind of ['qr', 'bars'] as const) {
        const shot = await shoot(page, session, kind, device[2])
        const where = `${link}, ${device.join('×')}, ${kind}`
        expect(new Set(shot.row), `${where}: black and white alone`).toEqual(new Set([0, 255]))
        const runs = getRuns(shot.row)
        const quiet = Math.floor((kind === 'qr' ? 4 : 10) * shot.module) - 2 * CUT_PIXELS
        expect(Math.min(runs[0]!, runs.at(-1)!), `${where}: quiet zone`).toBeGreaterThanOrEqual(
          quiet,
        )
        for (const run of runs.slice(1, -1))
          expect(run % Math.round(shot.module), `${where}: a run of ${run}`).toBe(0)
        missed.push(...(await spoilAndRead(kind, shot, at, expected[kind])))
      }
    }
    await session.send('Emulation.clearDeviceMetricsOverride')
  }
  if (isFull) {
    const text = readFileSync(REPORT, 'utf8')
    const place = /(<!-- measured: scan -->\n)[^]*?(<!-- end: scan -->)/
    writeFileSync(
      REPORT,
      text.replace(place, (_, head, end) => `${head}\n${reportTable()}\n\n${end}`),
    )
  }
  expect(missed).toEqual([])
})

/** Ratios of phones, and of a browser's zoom. */
const ratios = [1, 1.1, 1.3125, 1.5, 2, 2.2, 2.625, 3, 3.75]

async function expectEqualModules(page: Page, session: CDPSession, number: string, where: string) {
  for (const ratio of ratios) {
    await setDevice(session, [390, 844, ratio])
    // The emulation changes the ratio without the event of a zoom.
    await page.evaluate(() => dispatchEvent(new Event('resize')))
    await drawFrames(page)
    const shot = await shoot(page, session, 'bars', ratio)
    const module = Math.round(shot.module)
    const uneven = getRuns(shot.row)
      .slice(1, -1)
      .filter((run) => run % module > 0)
    expect(uneven, `${where}, ratio ${ratio}: parts of modules`).toEqual([])
    for (const [decoder, decode] of Object.entries(decoders.bars)) {
      const photo = photograph(shot.picture, shot.module, PIXELS_PER_MODULE.bars, {}, 1)
      expect(await decode(photo), `${where}, ratio ${ratio}, ${decoder}`).toBe(number)
    }
  }
  await session.send('Emulation.clearDeviceMetricsOverride')
}

for (const number of ['12345678', '123456789012', '1234567890123456789'])
  test(`bars of a card of ${number.length} digits have equal modules on every ratio @js`, async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    test.setTimeout(90_000)
    const session = await page.context().newCDPSession(page)
    await signIn()
    sandbox.server.sandbox.state.user(phone).cards = [number]
    await walk('Карта')
    await expectEqualModules(page, session, number, 'card')
    const record = {
      ...{ owner: 'a', svg: qrSvg(`H${number}T123456`), number, barcode: drawnCode128(number) },
      ...{ fetchedAt: new Date().toISOString(), balance: null, balanceAt: null, coupons: null },
      ...{ keptDays: 14, isInDoubt: false },
    }
    showBrand(readBrandPack().pack!.shown)
    const script = await inlineScript('app/offline/stored-card-entry.ts', browserTargets())
    const body = storedCardPage(record, { why: 'network', isTill: false, nonce: 'n', script })
    await page.route('**/qr', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectEqualModules(page, session, number, 'stored card')
  })
