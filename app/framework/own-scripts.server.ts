import { randomBytes } from 'node:crypto'

import { policyHash } from './policy-hash.server'

/** Known to this process alone, so that no script from outside can carry it. */
export const SCRIPT_MARK = randomBytes(24).toString('hex')
const MARKED = ` nonce="${SCRIPT_MARK}"`

export interface UnmarkedPage {
  html: string
  /** Of each script in the page that may run, for its content security policy. */
  scriptHashes: string[]
}

/**
 * Takes the marks off our scripts and tells their hashes. A script without the mark, which nobody but
 * an attacker can have brought, is not told of and does not run. With a nonce each visitor would have
 * another page, and none could be kept as it is sent.
 */
export function unmarkScripts(marked: string): UnmarkedPage {
  const [start = '', ...behindMarks] = marked.split(MARKED)
  const scripts = behindMarks.map((piece) =>
    piece.slice(piece.indexOf('>') + 1, piece.indexOf('</script>')),
  )
  return {
    html: start + behindMarks.join(''),
    scriptHashes: scripts.filter((script) => script !== '').map(policyHash),
  }
}
