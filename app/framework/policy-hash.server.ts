import { createHash } from 'node:crypto'

/** What a content security policy calls a script or a style that stands in the page. */
export const policyHash = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`
