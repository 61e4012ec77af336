import { createHash } from 'node:crypto'

import { readBuiltFile } from './built-files.server'

const PLACE = '<style></style>'
const linked = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g

const hashes = new Map<string, string>()

function hashOf(css: string): string {
  let hash = hashes.get(css)
  if (!hash) {
    hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
    hashes.set(css, hash)
  }
  return hash
}

export interface StyledPage {
  html: string
  /** Of the style in the page, for its content security policy; null when it has none. */
  styleHash: string | null
}

/**
 * Puts the styles of a page into the page: its first paint waits for no second request. The links
 * stay where a script runs, switched off, because React finds them when it hydrates, and the next
 * screen's are added to them in the browser. The place is that of root.tsx.
 */
export function inlineCss(html: string): StyledPage {
  const end = html.indexOf('</head>')
  const isHydrated = html.includes('<script')
  const sheets: string[] = []
  const head = html.slice(0, end).replace(linked, (_, href: string) => {
    sheets.push(readBuiltFile(href))
    return isHydrated ? `<link rel="stylesheet" href="${href}" disabled=""/>` : ''
  })
  if (sheets.length === 0) return { html, styleHash: null }
  const css = sheets.join('\n')
  // A function, because a string's `$` would be read as a pattern.
  const styled = head.replace(PLACE, () => `<style>${css}</style>`)
  return { html: styled + html.slice(end), styleHash: hashOf(css) }
}
