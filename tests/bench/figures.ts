import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import type { ScreenBytes } from './bytes'

/** What of a screen is recorded, in bytes as gzip leaves it. */
export const weighedParts = ['html', 'css', 'screenJs', 'sharedJs', 'frameworkJs'] as const

type ScreenFigures = Record<(typeof weighedParts)[number] | 'requests', number>

interface Figures {
  /** The day on which they were measured. */
  date: string
  /** Of the service worker, which is fetched after the page. */
  worker: number
  screens: Record<string, ScreenFigures>
}

/** The figures of this release, in one file: `npm run figures` measures them anew. */
const FILE = new URL('figures.json', import.meta.url)

const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Figures

/** What the service worker weighed, and weighs now. */
export const workerFigures = () => ({ recorded: read().worker, now: weighWorker() })

const weighWorker = () => gzipSync(readFileSync('build/client/sw.js'), { level: 9 }).length

/** What a screen weighed. A new one has no figures until the next release: it may be as heavy as the heaviest. */
export function figuresOf(name: string): ScreenFigures {
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

/** Records what the screens weigh now. */
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
