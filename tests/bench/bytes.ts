import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { forMany, readResponse } from '../../edge/respond'
import type { Crawl, CrawledScreen } from '../support/crawl'
import { screens, states } from '../support/screens'

/** Bytes of one screen, compressed by gzip and by brotli. */
export interface ScreenBytes {
  name: string
  html: Size
  /** The response's headers, as HTTP/1.1 writes them. */
  headers: number
  /** Inline, within the HTML. */
  css: Size
  /** The screen's own script, the shared one, React and Remix. */
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

/** Weighs a page by the files that its HTML names. */
async function weigh(name: string, html: string, isCacheable: boolean): Promise<ScreenBytes> {
  const found = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, path = '']) => path)),
  ]
  const scripts = found(/"(\/assets\/[\w.-]+\.js)"/g)
  const css = /<style[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
  return {
    name,
    html: await compressedPage(html, isCacheable),
    headers: 0,
    css: await compressedPage(css, isCacheable),
    script: sum(scripts.map(weightOfFile)),
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
    })
  }
  return weighed
}
