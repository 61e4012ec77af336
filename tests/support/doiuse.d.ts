declare module 'doiuse' {
  import type { AcceptedPlugin } from 'postcss'

  interface Usage {
    /** As caniuse names it. */
    feature: string
    message: string
  }

  /** Tells each use of what one of package.json's browsers does not know. */
  export default function doiuse(options: {
    ignore?: string[]
    onFeatureUsage(usage: Usage): void
  }): AcceptedPlugin
}
