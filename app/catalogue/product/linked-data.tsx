import { jsonForScript } from './json-ld'

/** Structured data of the page for search engines. */
export function LinkedData({ value }: { value: unknown }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: jsonForScript(value) }}
    />
  )
}
