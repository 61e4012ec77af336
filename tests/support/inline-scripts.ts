import { createHash } from 'node:crypto'

/** The texts of a page's scripts that a browser would run: not those of another file, nor data. */
export function inlineScriptsOf(html: string): string[] {
  const all = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  return [...all]
    .filter(([, tag]) => !/ src=|application\/(?:ld\+)?json/.test(tag ?? ''))
    .map(([, , text = '']) => text)
}

/** As a content security policy names it. */
export const hashOfScript = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`

/** Which scripts of a page its policy lets run, by their hashes. */
export function scriptHashesOf({ headers }: Response): string[] {
  const [, sources = ''] =
    /script-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '') ?? []
  return Array.from(sources.matchAll(/'(sha256-[^']+)'/g), ([, hash = '']) => hash)
}
