import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

import { inSpan } from '~/platform/tracing.server'
import { IconSourceContext } from '~/ui/icon'
import { ReferenceContext } from '~/ui/request-reference'

import { currentBrandCss } from './brand-files.server'
import { inlineCss, type StyledPage } from './inline-css.server'
import { asPage, createKeptPages, type Page, type RenderedPage } from './kept-pages.server'
import { createPageIcons } from './inline-icons.server'
import { beginScripts, holdScripts } from './late-scripts.server'
import { SCRIPT_MARK, unmarkScripts } from './own-scripts.server'
import { ScriptMarkContext } from './script-mark'

/**
 * A document that was rendered whole. The framework sees an empty body: a real one would be copied
 * through streams on its way to the edge, which sends `page` instead.
 */
export class DocumentResponse extends Response {
  constructor(
    readonly page: Page,
    init: ResponseInit,
  ) {
    super(null, init)
  }
}

/** What the framework decided to show, as far as others may know. */
export interface Rendering {
  /** The innermost route's id; empty where none matched. */
  routeId: string
  /** Whether an error is shown in the screen's place. */
  isErrorPage: boolean
}

/** What a document will show, before it is rendered. */
export function describeRendering({ staticHandlerContext }: EntryContext): Rendering {
  return {
    routeId: staticHandlerContext.matches.at(-1)?.route.id ?? '',
    isErrorPage: staticHandlerContext.errors !== null,
  }
}

/** Renders a document as one string with its styles, icons and data in it. */
export function renderDocument(remix: EntryContext, visit: Rendered): Promise<DocumentResponse> {
  return inSpan('render', {}, () => renderWhole(remix, visit))
}

interface Rendered {
  url: string
  /** By what the shopper names this request, should an error be shown. */
  traceId: string
  status: number
  headers: Headers
}

const renderOnce = createKeptPages()

async function renderWhole(remix: EntryContext, visit: Rendered): Promise<DocumentResponse> {
  const { url, status, headers } = visit
  const { serverHandoffStream: stream } = remix
  // While developing the framework is as it was published, and streams them.
  const streamed = stream ? await text(stream as NodeReadableStream) : null
  const render = (): RenderedPage => {
    const { html, scriptHashes } = unmarkScripts(renderPage(remix, streamed, visit))
    return { ...withStyles(html), scriptHashes }
  }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // An error's page says by what the shopper names this very request.
  const isOnce = remix.staticHandlerContext.errors !== null || import.meta.env.DEV
  const page = isOnce
    ? asPage(render())
    : renderOnce([url, remix.serverHandoffString ?? ''], render)
  return new DocumentResponse(page, { status, headers })
}

// The development server brings its styles itself, but for the brand's.
const withStyles = (html: string): StyledPage =>
  import.meta.env.DEV ? { html: withBrand(html), styleHash: null } : inlineCss(html)

const withBrand = (html: string) =>
  html.replace('<style></style>', () => `<style>${currentBrandCss().headWithPattern}</style>`)

/**
 * The page with the data with which the browser hydrates, which stand in it as they are (scripts/lean-server.mjs).
 * React's stream is not used: its 18th version breaks letters of two bytes at the edges of its chunks, and
 * it costs three times as much as the string.
 * @param streamed the data as the framework streams them, while developing; else null
 */
function renderPage(
  remix: EntryContext,
  streamed: string | null,
  { url, traceId }: Rendered,
): string {
  const { serverHandoffStream: _, ...handedOver } = remix
  const whole = { ...handedOver, manifest: onlyMatched(remix) }
  const icons = createPageIcons()
  const page = icons.fillIn(
    renderToString(
      <ScriptMarkContext.Provider value={SCRIPT_MARK}>
        <ReferenceContext.Provider value={traceId}>
          <IconSourceContext.Provider value={icons.sourceOf}>
            <RemixServer context={whole} url={url} nonce={SCRIPT_MARK} />
          </IconSourceContext.Provider>
        </ReferenceContext.Provider>
      </ScriptMarkContext.Provider>,
    ),
  )
  if (!whole.renderMeta?.didRenderScripts) return `<!DOCTYPE html>${page}`
  // Inside the body: after the end of the document there must be nothing.
  const end = page.lastIndexOf('</body>')
  const script = streamed === null ? beginScripts : handOver(streamed)
  const shown = streamed === null ? holdScripts(page.slice(0, end)) : page.slice(0, end)
  return `<!DOCTYPE html>${shown}<script nonce="${SCRIPT_MARK}">${script}</script>${page.slice(end)}`
}

/** The server renders the routes that matched; it would make routes of all the others as well. */
function onlyMatched({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id))
  const routes = Object.entries(manifest.routes).filter(([id]) => ids.has(id))
  return { ...manifest, routes: Object.fromEntries(routes) }
}

const unsafeInScript: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function handOver(data: string): string {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (c) => unsafeInScript[c] ?? c)
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue(${literal});${controller}.close();`
}
