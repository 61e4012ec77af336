/** An inline script that a browser would run. */
interface InlineScript {
  nonce: string | null
  text: string
}

/** The inline scripts of a page, without external files and data. */
export function getInlineScripts(html: string): InlineScript[] {
  const all = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  return [...all]
    .filter(([, tag]) => !/ src=|application\/(?:ld\+)?json/.test(tag ?? ''))
    .map(([, tag = '', text = '']) => ({ nonce: / nonce="([^"]+)"/.exec(tag)?.[1] ?? null, text }))
}

/** Nonces in the policy of a response. */
export function getNonces({ headers }: Response): string[] {
  const [, sources = ''] =
    /script-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '') ?? []
  return Array.from(sources.matchAll(/'nonce-([^']+)'/g), ([, nonce = '']) => nonce)
}
