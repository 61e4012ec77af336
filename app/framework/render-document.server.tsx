import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

import { inSpan } from '~/platform/tracing.server'
import { ReferenceContext } from '~/ui/request-reference'

import { DocumentContext } from './document'
import { pageStyles, type PageStyle } from './page-styles.server'

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

interface RenderOptions {
  url: string
  nonce: string
  /** The reference that an error screen shows. */
  traceId: string
}

interface RenderedDocument {
  html: string
  /** Of the style in the page, for its content security policy; null when it has none. */
  styleHash: PageStyle['hash']
}

/** Renders a document as one string with its styles and data in it. */
export function renderDocument(
  remix: EntryContext,
  options: RenderOptions,
): Promise<RenderedDocument> {
  return inSpan('render', {}, () => renderWhole(remix, options))
}

/**
 * React's streams are not used: its 18th version puts NULs into Russian text, and the web stream costs
 * twice as much as the string. A string cannot wait for the framework's stream of data, so it is read before.
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
  return { html: `<!DOCTYPE html>${html}`, styleHash: hash }
}

const unsafeInScript: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** What the framework's own streamed script does, for all data at once. */
function handOverScript(data: string): string {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (c) => unsafeInScript[c] ?? c)
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue(${literal});${controller}.close();`
}
