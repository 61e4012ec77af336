/** Cut points: before a tag, at the end of a CSS rule, before the next value of the data. */
const seams = /(?=[<},])/
/** Pieces in a row that make a passage; the compressor finds shorter ones anyway. */
const PASSAGE = 4

/** The passages of a page, with their positions. */
const getPassages = (pieces: string[]): string[] =>
  Array.from({ length: Math.max(0, pieces.length - PASSAGE + 1) }, (_, at) =>
    pieces.slice(at, at + PASSAGE).join(''),
  )

/**
 * The text that two pages have in common, pair by pair: each passage once, in the order of the first page.
 * Text of a single page, which may be personal, is never included.
 */
export function commonText(pairs: readonly (readonly [string, string])[]): string {
  const existing = new Set<string>()
  return pairs
    .map(([page, other]) => {
      const pieces = page.split(seams)
      const shared = new Set(getPassages(other.split(seams)))
      const positions = new Set<number>()
      getPassages(pieces).forEach((passage, at) => {
        if (!shared.has(passage) || existing.has(passage)) return
        existing.add(passage)
        for (let piece = at; piece < at + PASSAGE; piece += 1) positions.add(piece)
      })
      return pieces.filter((_, at) => positions.has(at)).join('')
    })
    .join('')
}
