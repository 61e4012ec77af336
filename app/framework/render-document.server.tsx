import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

import { inSpan } from '~/platform/tracing.server'
import { ReferenceContext } from '~/ui/request-reference'

import { DocumentContext } from './document'
import { currentBrandCss, readBuiltFile } from '~/platform/brand-files.server'
import { policyHash } from './policy-hash.server'

interface PageStyle {
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
    const { head, pattern } = currentBrandCss()
    // Only pages with a panel need it.
    const css = `${head}${sheets.includes('--brand-pattern') ? pattern : ''}\n${sheets}`
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
function pageStyles({ manifest, staticHandlerContext }: EntryContext): StyledDocument {
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

/** The framework's decision about a document. */
interface Rendering {
  /** Id of the innermost route; empty without a match. */
  routeId: string
  /** Whether an error replaces the screen. */
  isErrorPage: boolean
}

/** Describes a document before its rendering. */
export function summariseRendering({ staticHandlerContext }: EntryContext): Rendering {
  return {
    routeId: staticHandlerContext.matches.at(-1)?.route.id ?? '',
    isErrorPage: staticHandlerContext.errors !== null,
  }
}

interface RenderOptions {
  url: string
  nonce: string
  /** The reference on an error screen. */
  traceId: string
}

interface RenderedDocument {
  html: string
  /** Hash of the inline style for the content security policy; null without one. */
  styleHash: PageStyle['hash']
}

/** Renders a document as one string with styles and data. */
export function renderDocument(
  remix: EntryContext,
  options: RenderOptions,
): Promise<RenderedDocument> {
  return inSpan('render', {}, () => renderWhole(remix, options))
}

/**
 * React's streams are not used: React 18 writes NULs into Russian text, and the web stream costs twice as
 * much. A string cannot wait for the framework's stream of data, so the data are read first.
 */
async function renderWhole(
  remix: EntryContext,
  { url, nonce, traceId }: RenderOptions,
): Promise<RenderedDocument> {
  const { serverHandoffStream: stream, ...handedOver } = remix
  const data = stream ? await text(stream as NodeReadableStream) : ''
  const { manifest, css, hash } = pageStyles(remix)
  const html = renderToString(
    <DocumentContext.Provider value={{ nonce, css, handOver: handOverScript(data) }}>
      <ReferenceContext.Provider value={traceId}>
        <RemixServer context={{ ...handedOver, manifest }} url={url} nonce={nonce} />
      </ReferenceContext.Provider>
    </DocumentContext.Provider>,
  )
  return { html: `<!DOCTYPE html>${withOneFocus(html)}`, styleHash: hash }
}

const FOCUS = ' autofocus=""'

/** Only one element may have `autofocus`: the first error of a refused form. */
function withOneFocus(html: string): string {
  const end = html.indexOf(FOCUS) + FOCUS.length
  return html.slice(0, end) + html.slice(end).replaceAll(FOCUS, '')
}

const unsafeInScript: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Does the work of the framework's streamed script, for all data at once. */
function handOverScript(data: string): string {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (c) => unsafeInScript[c] ?? c)
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue(${literal});${controller}.close();`
}
