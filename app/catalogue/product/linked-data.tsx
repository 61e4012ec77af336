import { jsonForScript } from './json-ld'

/** What the page is about, for machines; no value in it can end the script. */
export function LinkedData({ value }: { value: unknown }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: jsonForScript(value) }}
    />
  )
}
