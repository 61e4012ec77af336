import { readServerFile } from './built-files.server'

/** What a rule cannot match without: a name that the page has to hold, all of these, or one of these. */
export type Needs = string | { all: Needs[] } | { any: Needs[] }

/** A part of a sheet, in its order: a rule, a group of them under one condition, or what every page keeps. */
export type StylePiece = { css: string; needs?: Needs } | { open: string; pieces: StylePiece[] }

/** Elements that a browser makes where no tag of theirs is opened. */
const implied = ['html', 'head', 'body', 'tbody', 'tr', 'colgroup', 'p', 'br']
/** The beginning of a tag, or whatever else may stand alone between spaces, quotes and brackets. */
const name = /<[a-z][\w-]*|[^\s"'=<>]+/gi

/**
 * All that a selector may ask for by name: elements as `<a`, and every word of the page, of which its
 * classes and ids are some. A word of the text may be taken for a class, but no class is overlooked.
 */
export function namesIn(html: string): Set<string> {
  const names = new Set<string>(html.match(name))
  // Drawings have capitals in theirs.
  for (const each of names) if (each.startsWith('<')) names.add(each.toLowerCase())
  for (const tag of implied) names.add(`<${tag}`)
  return names
}

/** Of a sheet what may match in a page with these names, whatever state its elements are in. */
export function leanSheet(pieces: readonly StylePiece[], names: ReadonlySet<string>): string {
  return pieces.map((piece) => leanPiece(piece, names)).join('')
}

function leanPiece(piece: StylePiece, names: ReadonlySet<string>): string {
  if ('css' in piece) return piece.needs && !holds(piece.needs, names) ? '' : piece.css
  const css = leanSheet(piece.pieces, names)
  return css && `${piece.open}${css}}`
}

function holds(needs: Needs, names: ReadonlySet<string>): boolean {
  if (typeof needs === 'string') return names.has(needs)
  const holdsHere = (each: Needs) => holds(each, names)
  return 'all' in needs ? needs.all.every(holdsHere) : needs.any.some(holdsHere)
}

const sheets = new Map<string, StylePiece[]>()

/** The sheet taken to pieces, as the build left it; read once. */
function piecesOf(href: string): StylePiece[] {
  let pieces = sheets.get(href)
  if (!pieces) {
    pieces = JSON.parse(readServerFile(`${href}.json`)) as StylePiece[]
    sheets.set(href, pieces)
  }
  return pieces
}

/**
 * Of the sheets what a page can show. Only for a page without a script: another may show more than it came with.
 * @param hrefs as the page links them, e.g. `/assets/root-a1b2c3.css`
 * @param html all of the page, its styles apart
 */
export function leanSheets(hrefs: readonly string[], html: string): string {
  const names = namesIn(html)
  return hrefs.map((href) => leanSheet(piecesOf(href), names)).join('\n')
}
