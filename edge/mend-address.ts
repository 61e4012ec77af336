import { isDataAddress } from '../app/framework/data-address'

/** No path of ours is longer; what is, is not looked at. */
const LONGEST_PATH = 300
const FORMAT_CHARACTERS = /\p{Cf}/gu
/** `&utm_source=sms` behind an address that has no question mark. */
const MISPLACED_QUERY = /&(?=[\w.-]{1,40}=)/
/** Besides letters what ids may end in, but for a full stop and a comma. */
const ENDS_AN_ADDRESS = /[\p{L}\p{N}/_~:@=+-]/u

/**
 * The address that a message, a mailer or a person meant: without the full stop behind the link, invisible
 * characters and doubled slashes, and with the question mark before its parameters. Null: nothing to mend.
 */
export function mendAddress(url: string): string | null {
  const at = url.indexOf('?')
  const encoded = at < 0 ? url : url.slice(0, at)
  if (encoded.length > LONGEST_PATH || isDataAddress(url)) return null
  const path = decoded(encoded)
  if (path === null) return null
  const queryAt = path.search(MISPLACED_QUERY)
  const meant = withoutEnd(
    (queryAt < 0 ? path : path.slice(0, queryAt))
      .replace(FORMAT_CHARACTERS, '')
      .replace(/\/{2,}/g, '/'),
  )
  // A part that is nothing but punctuation was no word with a full stop behind it.
  if (meant === path || (meant.endsWith('/') && !path.endsWith('/'))) return null
  const misplaced = queryAt < 0 ? '' : encodeURI(path.slice(queryAt + 1))
  const parameters = [misplaced, at < 0 ? '' : url.slice(at + 1)]
  const query = parameters.filter(Boolean).join('&')
  return encodeURI(meant) + (query && `?${query}`)
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Without the punctuation that ended the sentence or bracket in which a link stood. */
function withoutEnd(path: string): string {
  const characters = Array.from(path)
  const last = characters.findLastIndex((character) => ENDS_AN_ADDRESS.test(character))
  return characters.slice(0, last + 1).join('')
}
