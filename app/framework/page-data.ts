import { RemixBrowser } from '@remix-run/react'

/**
 * Decodes the page's data before it is hydrated. Remix would begin to do so while it hydrates and
 * suspend the root until then; a tap at that moment makes React give up the root (its error 345).
 * Outside of a render `RemixBrowser` does nothing but begin to decode, and throws the promise.
 * What fails to be decoded is thrown again when the page is hydrated.
 */
export async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
