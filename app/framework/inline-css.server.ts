import { showsPattern } from '~/brand/brand-css.server'

import { currentBrandCss } from './brand-files.server'
import { readBuiltFile } from './built-files.server'
import { leanSheets } from './lean-styles.server'
import { policyHash } from './policy-hash.server'

const PLACE = '<style></style>'
const linked = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g

interface Style {
  css: string
  hash: string
}

const styles = new Map<string, Style>()

/** The brand's styles and behind them those of the sheets; made once for each screen's. */
function wholeStyle(hrefs: readonly string[]): Style {
  const key = hrefs.join()
  let style = styles.get(key)
  if (!style) {
    style = withBrand(hrefs.map(readBuiltFile).join('\n'))
    styles.set(key, style)
  }
  return style
}

function withBrand(sheets: string): Style {
  const { head, headWithPattern } = currentBrandCss()
  const css = `${showsPattern(sheets) ? headWithPattern : head}\n${sheets}`
  return { css, hash: policyHash(css) }
}

export interface StyledPage {
  html: string
  /** Of the style in the page, for its content security policy; null when it has none. */
  styleHash: string | null
}

/**
 * Puts the styles of a page into the page: its first paint waits for no second request. The links
 * stay where a script runs, switched off, because React finds them when it hydrates, and the next
 * screen's are added to them in the browser. Where none runs, a page is what it will be, and carries
 * of its sheets only what it can show. The place is that of root.tsx.
 */
export function inlineCss(html: string): StyledPage {
  const end = html.indexOf('</head>')
  const isHydrated = html.includes('<script')
  const hrefs: string[] = []
  const head = html.slice(0, end).replace(linked, (_, href: string) => {
    hrefs.push(href)
    return isHydrated ? `<link rel="stylesheet" href="${href}" disabled=""/>` : ''
  })
  if (hrefs.length === 0) return { html, styleHash: null }
  const { css, hash } = isHydrated ? wholeStyle(hrefs) : withBrand(leanSheets(hrefs, html))
  // A function, because a string's `$` would be read as a pattern.
  const styled = head.replace(PLACE, () => `<style>${css}</style>`)
  return { html: styled + html.slice(end), styleHash: hash }
}
