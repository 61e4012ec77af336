import { useContext } from 'react'

import { jsonForScript } from './json-ld'
import { NonceContext } from '~/framework/nonce'

/** What the page is about, for machines; no value in it can end the script. */
export function LinkedData({ value }: { value: unknown }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: jsonForScript(value) }}
    />
  )
}
