import { Scripts } from '@remix-run/react'
import { createContext, useContext } from 'react'

import { beginScripts, DEFERRED_ID } from './deferred-scripts'

/** What a document has besides its screens. */
interface Document {
  /** Of its scripts; undefined in the browser, which hides it. */
  nonce: string | undefined
  /** The styles of its screens and of the brand. */
  css: string
  /** The script that gives the framework the data of the screens. */
  handOver: string
}

const STYLE = 'data-page-styles'

/** Ours is found by its attribute: extensions put styles of their own before it. */
const ownStyle = () => document.querySelector(`head > style[${STYLE}]`)?.textContent ?? ''

/** The server provides one for each page; the browser has the styles of the page. */
export const DocumentContext = createContext<Document>({
  nonce: undefined,
  css: typeof document === 'undefined' ? '' : ownStyle(),
  handOver: '',
})

/** The styles stand in the page: its first paint waits for no second request. */
export function PageStyles() {
  const { css } = useContext(DocumentContext)
  return <style {...{ [STYLE]: '' }} dangerouslySetInnerHTML={{ __html: css }} />
}

/** The nonce of the page that is rendered; undefined in the browser. */
export const useNonce = () => useContext(DocumentContext).nonce

/**
 * The framework's scripts, stored in a template until `beginScripts` moves them out of it: on a slow line
 * they would compete with what is to be painted. React then hydrates them where they stand.
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
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? beginScripts : '' }}
      />
    </>
  )
}
