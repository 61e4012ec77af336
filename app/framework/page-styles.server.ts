import type { EntryContext } from '@remix-run/node'

import { currentBrandCss } from './brand-files.server'
import { readBuiltFile } from './built-files.server'
import { policyHash } from './policy-hash.server'

export interface PageStyle {
  css: string
  /** For the content security policy; null in development, where any style is allowed. */
  hash: string | null
}

interface StyledDocument extends PageStyle {
  /** The framework's list of routes for the rendered page. */
  manifest: EntryContext['manifest']
}

const styles = new Map<string, PageStyle>()

/** The brand's styles followed by the sheets; made once for each list of sheets. */
function getStyle(hrefs: readonly string[]): PageStyle {
  const key = hrefs.join()
  let style = styles.get(key)
  if (!style) {
    const sheets = hrefs.map(readBuiltFile).join('\n')
    const css = `${currentBrandCss().head}\n${sheets}`
    style = { css, hash: policyHash(css) }
    styles.set(key, style)
  }
  return style
}

/**
 * The inline styles of the matched routes, and a manifest with these routes only. The manifest lacks their
 * sheets, because a link would load styles that the page contains (`forgetPageStyles` does the same in the
 * browser). Without this reduction the server would create all routes of the manifest for each page.
 */
export function pageStyles({ manifest, staticHandlerContext }: EntryContext): StyledDocument {
  // The development server adds its own styles, but not the brand's.
  if (import.meta.env.DEV) return { manifest, css: currentBrandCss().head, hash: null }
  const matched = staticHandlerContext.matches.flatMap(({ route }) => {
    const entry = manifest.routes[route.id]
    return entry ? [entry] : []
  })
  const routes = Object.fromEntries(matched.map(({ css: _, ...route }) => [route.id, route]))
  const hrefs = [...new Set(matched.flatMap(({ css = [] }) => css))]
  return { manifest: { ...manifest, routes }, ...getStyle(hrefs) }
}
