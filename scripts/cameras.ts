// Screenshots in three engines: each opens a page of a signed-in shopper at a width.
import { chromium } from '@playwright/test'

import { openFirefox } from '../tests/engines/firefox'
import { openWebKit } from '../tests/engines/webkit'
import { findBrowser } from '../tests/support/find-browser'

export const looks = ['light', 'dark', 'forced colours'] as const
export type Look = (typeof looks)[number]

/** A part of a page, with its position on the picture. */
export interface Block {
  name: string
  left: number
  top: number
  width: number
  height: number
}

export interface Camera {
  engine: string
  /** The narrowest window of the engine. */
  leastWidth: number
  shoot(url: string, width: number): Promise<{ png: Buffer; blocks: Block[] }>
  close(): Promise<void>
}

type Cookies = Iterable<[name: string, value: string]>

const SHORTEST = 844
const TALLEST = 1800
const REST_MS = 400
const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS))
const clamp = (height: number) => Math.ceil(Math.min(TALLEST, Math.max(SHORTEST, height)))

/** Opens an engine for screenshots in this look; null when the engine cannot emulate it. */
export async function openCamera(
  engine: string,
  look: Look,
  origin: string,
  cookies: Cookies,
): Promise<Camera | null> {
  if (engine === 'chromium') return openChromium(look, origin, cookies)
  if (engine === 'webkit' && look === 'forced colours') return null
  const hands =
    engine === 'firefox'
      ? await openFirefox({ isScripted: true, preferences: preferencesOf[look] })
      : await openWebKit({ isScripted: true, theme: look === 'dark' ? 'Adwaita:dark' : 'Adwaita' })
  await hands.setCookies(origin, cookies)
  return {
    engine,
    leastWidth: engine === 'webkit' ? 448 : 0,
    async shoot(url, width) {
      await hands.open(url)
      await hands.resize({ width, height: SHORTEST })
      await rest()
      await hands.resize({ width, height: clamp(await hands.evaluate(heightOfPage)) })
      await rest()
      return { png: await hands.screenshot(), blocks: await hands.evaluate(blocksOfPage) }
    },
    close: () => hands.close(),
  }
}

/** Overlay scroll bars as on a phone: others take width from the page. */
const overlayBars = { 'ui.useOverlayScrollbars': 1 }
const preferencesOf: Record<Look, Record<string, string | number | boolean>> = {
  light: { ...overlayBars, 'layout.css.prefers-color-scheme.content-override': 1 },
  dark: { ...overlayBars, 'layout.css.prefers-color-scheme.content-override': 0 },
  'forced colours': { ...overlayBars, 'browser.display.document_color_use': 2 },
}

async function openChromium(look: Look, origin: string, cookies: Cookies): Promise<Camera> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({
    locale: 'ru-RU',
    colorScheme: look === 'dark' ? 'dark' : 'light',
    forcedColors: look === 'forced colours' ? 'active' : 'none',
  })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  return {
    engine: 'chromium',
    leastWidth: 0,
    async shoot(url, width) {
      await page.setViewportSize({ width, height: SHORTEST })
      await page.goto(url)
      await rest()
      await page.setViewportSize({ width, height: clamp(await page.evaluate(heightOfPage)) })
      await rest()
      return { png: await page.screenshot(), blocks: await page.evaluate(blocksOfPage) }
    },
    close: () => browser.close(),
  }
}

/** Run in the page. */
function heightOfPage(): number {
  return document.body.getBoundingClientRect().height
}

/** Runs in the page: its visible parts, each with the text that it begins with. */
function blocksOfPage(): Block[] {
  const parts = document.querySelectorAll(
    'header, nav, footer, main h1, main section, main form, main > * > *',
  )
  return [...parts].flatMap((part) => {
    const { left, top, width, height } = part.getBoundingClientRect()
    if (width < 8 || height < 8 || top < 0 || top + height > innerHeight) return []
    const text = (part.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
    return [{ name: `<${part.localName}> ${text}`, left, top, width, height }]
  })
}
