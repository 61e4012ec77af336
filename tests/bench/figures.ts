import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import type { ScreenBytes } from './bytes'

/** Recorded parts of a screen, in bytes compressed by gzip. */
export const weighedParts = ['html', 'css', 'screenJs', 'sharedJs', 'frameworkJs'] as const

type ScreenFigures = Record<(typeof weighedParts)[number] | 'requests', number>

interface Figures {
  /** Day of the measurement. */
  date: string
  /** Of the service worker, which loads after the page. */
  worker: number
  screens: Record<string, ScreenFigures>
}

/** The figures of this release: `npm run figures` writes them. */
const FILE = new URL('figures.json', import.meta.url)

const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Figures

/** Recorded and present size of the service worker. */
export const workerFigures = () => ({ recorded: read().worker, now: weighWorker() })

const weighWorker = () => gzipSync(readFileSync('build/client/sw.js'), { level: 9 }).length

/** Recorded size of a screen. A new screen has none until the next release: the heaviest one is its limit. */
export function getFigures(name: string): ScreenFigures {
  const { screens } = read()
  const heaviest = (part: keyof ScreenFigures) =>
    Math.max(...Object.values(screens).map((figures) => figures[part]))
  return (
    screens[name] ?? {
      html: heaviest('html'),
      css: heaviest('css'),
      screenJs: heaviest('screenJs'),
      sharedJs: heaviest('sharedJs'),
      frameworkJs: heaviest('frameworkJs'),
      requests: heaviest('requests'),
    }
  )
}

/** Records the present sizes. */
export function writeFigures(weighed: readonly ScreenBytes[]): void {
  const screens = weighed.map((screen) => [
    screen.name,
    {
      ...Object.fromEntries(weighedParts.map((part) => [part, screen[part].gz])),
      requests: screen.requests,
    },
  ])
  const date = new Date().toISOString().slice(0, 10)
  const figures = { date, worker: weighWorker(), screens: Object.fromEntries(screens) } as Figures
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
}
