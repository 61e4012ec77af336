import { isDataAddress } from '../app/framework/data-address'

/** Longer than every path of this site. */
const MAX_PATH_LENGTH = 300
const FORMAT_CHARACTERS = /\p{Cf}/gu
/** `&utm_source=sms` behind an address without a question mark. */
const MISPLACED_QUERY = /&(?=[\w.-]{1,40}=)/
/** Characters with which a corrected address may end. Punctuation after the last of them is removed. */
const ENDS_AN_ADDRESS = /[\p{L}\p{N}/_~@=+-]/u

/**
 * The address that a message or a mailer has spoilt, corrected: without the full stop of the sentence,
 * invisible characters and doubled slashes, with the question mark before its parameters. Null when it is
 * correct.
 */
export function mendAddress(url: string): string | null {
  const at = url.indexOf('?')
  const encoded = at < 0 ? url : url.slice(0, at)
  if (encoded.length > MAX_PATH_LENGTH || isDataAddress(url)) return null
  const path = decoded(encoded)
  if (path === null) return null
  const queryAt = path.search(MISPLACED_QUERY)
  const meant = withoutEnd(
    (queryAt < 0 ? path : path.slice(0, queryAt))
      .replace(FORMAT_CHARACTERS, '')
      .replace(/\/{2,}/g, '/'),
  )
  // A segment of punctuation only is no word with a full stop.
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

/** Removes the punctuation of the sentence or bracket around a link. */
function withoutEnd(path: string): string {
  const characters = Array.from(path)
  const last = characters.findLastIndex((character) => ENDS_AN_ADDRESS.test(character))
  return characters.slice(0, last + 1).join('')
}
