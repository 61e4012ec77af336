import { withTimeout } from './with-timeout'

const LIMIT_MS = 2000

/** Copies a text to the clipboard. In-app browsers have none, refuse, or never answer: all of them fail. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await withTimeout(() => navigator.clipboard.writeText(text), LIMIT_MS)
    return 'copied'
  } catch {
    return 'failed'
  }
}
