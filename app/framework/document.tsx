import { Scripts } from '@remix-run/react'
import { createContext, useContext } from 'react'

import { DEFERRED_ID } from './deferred-scripts'

/** Parts of a document besides its screens. */
interface Document {
  /** Nonce of its scripts; undefined in the browser, which hides it. */
  nonce: string | undefined
  /** Styles of its screens and of the brand. */
  css: string
  /** The script that passes the screens' data to the framework. */
  handOver: string
}

/** Set by the build of the server: `first-script.ts`. */
declare const FIRST_SCRIPT: string

const firstScript = typeof FIRST_SCRIPT === 'undefined' ? '' : FIRST_SCRIPT

const STYLE = 'data-page-styles'

/** Found by its attribute, because extensions add styles before it. */
const ownStyle = () => document.querySelector(`head > style[${STYLE}]`)?.textContent ?? ''

/** The server provides one for each page; the browser reads the styles of the page. */
export const DocumentContext = createContext<Document>({
  nonce: undefined,
  css: typeof document === 'undefined' ? '' : ownStyle(),
  handOver: '',
})

/** Inline styles: the first paint waits for no second request. */
export function PageStyles() {
  const { css } = useContext(DocumentContext)
  return <style {...{ [STYLE]: '' }} dangerouslySetInnerHTML={{ __html: css }} />
}

/** The nonce of the rendered page; undefined in the browser. */
export const useNonce = () => useContext(DocumentContext).nonce

/**
 * The framework's scripts in a template until `first-script.ts` moves them out: on a slow network they would
 * compete with the first paint. React hydrates them in place.
 */
export function DeferredScripts() {
  const { nonce, handOver } = useContext(DocumentContext)
  return (
    <>
      <template id={DEFERRED_ID}>
        <Scripts nonce={nonce} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: handOver }}
        />
      </template>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: firstScript }}
      />
    </>
  )
}
