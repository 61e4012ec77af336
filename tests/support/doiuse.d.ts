declare module 'doiuse' {
  import type { AcceptedPlugin } from 'postcss'

  interface Usage {
    /** Name in caniuse. */
    feature: string
    message: string
  }

  /** Reports each use of a feature that a browser of package.json lacks. */
  export default function doiuse(options: {
    ignore?: string[]
    onFeatureUsage(usage: Usage): void
  }): AcceptedPlugin
}
