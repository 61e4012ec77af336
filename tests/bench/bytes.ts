import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { forMany, readResponse } from '../../edge/respond'
import { crawlScreens, type Crawl, type CrawledScreen } from '../support/crawl'
import { screens, states } from '../support/screens'
import { table } from './report'

/** Bytes of one screen, compressed by gzip and by brotli. */
export interface ScreenBytes {
  name: string
  html: Size
  /** The page for a browser with the page dictionary; null where this Node has no Zstandard. */
  again: number | null
  /** The response's headers, as HTTP/1.1 writes them. */
  headers: number
  /** Inline, within the HTML. */
  css: Size
  /** Only this screen's: without framework and shared files. */
  screenJs: Size
  sharedJs: Size
  /** React and Remix, with Remix's list of routes. */
  frameworkJs: Size
  /** All three together. */
  script: Size
  /** Of a first visit: page, scripts, fonts, drawings and pictures. */
  requests: number
  /** `src` of images without width or height. */
  unsizedImages: string[]
}

interface Size {
  gz: number
  br: number
}

const client = (path: string) => readFileSync(`build/client${path}`)
const compressed = (text: string | Buffer): Size => ({
  gz: gzipSync(text, { level: 9 }).length,
  br: brotliCompressSync(text).length,
})
/** As the server compresses a page. */
async function compressedPage(text: string, isCacheable: boolean): Promise<Size> {
  const answer = await readResponse(new Response(text))
  const { encoded } = isCacheable ? forMany(answer) : answer
  return { gz: (await encoded('gzip')).length, br: (await encoded('br')).length }
}
const sum = (sizes: Size[]): Size => ({
  gz: sizes.reduce((total, { gz }) => total + gz, 0),
  br: sizes.reduce((total, { br }) => total + br, 0),
})

const filesWeighed = new Map<string, Size>()
/** Most screens share most files, and brotli at its highest level is slow. */
function weightOfFile(path: string): Size {
  const size = filesWeighed.get(path) ?? compressed(client(path))
  filesWeighed.set(path, size)
  return size
}

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { module: string; imports?: string[] }>
}

function getManifest(html: string): Manifest | null {
  const file = /\/assets\/manifest-\w+\.js/.exec(html)?.[0]
  if (!file) return null
  const text = client(file).toString()
  return JSON.parse(text.replace('window.__remixManifest=', '').replace(/;\s*$/, ''))
}

/** Weighs a page by the files that its HTML names. */
async function weigh(name: string, html: string, isCacheable: boolean): Promise<ScreenBytes> {
  const found = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, path = '']) => path)),
  ]
  const manifest = getManifest(html)
  const scripts = found(/"(\/assets\/[\w.-]+\.js)"/g)
  // Files of every page: the entry, the root, and their imports.
  const root = manifest?.routes.root
  const shared = new Set(
    [manifest?.entry, root].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])),
  )
  const isFramework = (path: string) => /\/(framework|manifest)-/.test(path)
  const getWeight = (paths: string[]) => sum(paths.map(weightOfFile))
  const screenJs = getWeight(scripts.filter((path) => !shared.has(path) && !isFramework(path)))
  const sharedJs = getWeight(scripts.filter((path) => shared.has(path) && !isFramework(path)))
  const frameworkJs = getWeight(scripts.filter(isFramework))
  const css = /<style[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
  return {
    name,
    html: await compressedPage(html, isCacheable),
    again: null,
    headers: 0,
    css: await compressedPage(css, isCacheable),
    screenJs,
    sharedJs,
    frameworkJs,
    script: sum([screenJs, sharedJs, frameworkJs]),
    requests:
      1 +
      scripts.length +
      found(/(\/assets\/svg\/[\w/-]+\.svg)/g).length +
      found(/<img [^>]*src="(?!\/assets\/svg)([^"]+)"/g).length +
      found(/rel="preload" href="([^"]+)"/g).length,
    unsizedImages: images.filter((tag) => !/ width="/.test(tag) || !/ height="/.test(tag)),
  }
}

const STATUS_LINE_BYTES = 'HTTP/1.1 200 OK\r\n\r\n'.length
const headBytes = ({ headers }: CrawledScreen) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, STATUS_LINE_BYTES)

/** Screens of shoppers with very much are not representative. */
export const weighedScreens = [...screens, ...states].filter(({ seenBy }) => seenBy !== 'veryLong')

/** Every kind of screen, as a regular shopper gets it. */
export async function weighScreens(crawl: Crawl): Promise<ScreenBytes[]> {
  const weighed: ScreenBytes[] = []
  for (const { name } of weighedScreens) {
    const screen = crawl.screens.find((each) => each.name === name)
    if (!screen) continue
    const isCacheable = screen.headers.some(
      ([header, value]) => /^cache-control$/i.test(header) && value.startsWith('public'),
    )
    weighed.push({
      ...(await weigh(name, screen.html, isCacheable)),
      headers: headBytes(screen),
      again: screen.bytesWithDictionary,
    })
  }
  return weighed
}

const kb = ({ gz, br }: Size) => `${(gz / 1000).toFixed(1)} / ${(br / 1000).toFixed(1)}`

/** The table in docs/reference/performance.md: kB, gzip / brotli. */
export async function bytesTable(): Promise<string> {
  const heads = [
    'screen',
    'HTML with CSS',
    'again',
    'CSS in it',
    'its script',
    'shared script',
    'all script',
    'requests',
  ]
  const rows = (await weighScreens(await crawlScreens())).map((each) => [
    each.name,
    kb(each.html),
    each.again === null ? '–' : (each.again / 1000).toFixed(1),
    kb(each.css),
    kb(each.screenJs),
    kb(each.sharedJs),
    kb(each.script),
    String(each.requests),
  ])
  return table(heads, rows)
}
