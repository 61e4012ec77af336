// Takes the browser build's sheets to pieces for the server, each with what it cannot match without
// (app/framework/lean-styles.server.ts): a page without a script carries only what may match in it.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import postcss from 'postcss'
import parseSelectors from 'postcss-selector-parser'

/** @import { ChildNode, Container } from 'postcss' */
/** @import { Node, Selector } from 'postcss-selector-parser' */
/** @import { Needs, StylePiece } from '../app/framework/lean-styles.server' */

/** Conditions on the page and its surroundings; all else with a block (fonts, keyframes, layers) is kept whole. */
const groups = new Set(['media', 'supports', 'container'])
/** Of their selectors one has to match. `:not`, `:has` and whatever else there is ask for nothing. */
const choices = new Set([':is', ':where'])

/**
 * A sheet's pieces; put together again they are the sheet.
 * @param {string} css
 * @returns {StylePiece[]}
 */
export const takeToPieces = (css) => piecesIn(postcss.parse(css))

/**
 * @param {Pick<Container, 'nodes'>} container
 * @returns {StylePiece[]}
 */
const piecesIn = ({ nodes = [] }) => nodes.map(pieceOf)

/**
 * @param {ChildNode} node
 * @returns {StylePiece}
 */
function pieceOf(node) {
  if (node.type === 'rule') return ruleOf(String(node), node.selector)
  if (node.type !== 'atrule') return { css: String(node) }
  if (!node.nodes) return { css: `${node};` }
  if (!groups.has(node.name)) return { css: String(node) }
  const open = String(node.clone({ nodes: [] })).slice(0, -1)
  return { open, pieces: piecesIn(node) }
}

/**
 * @param {string} css
 * @param {string} selector
 * @returns {StylePiece}
 */
function ruleOf(css, selector) {
  const needs = needsOfAny(parseSelectors().astSync(selector).nodes)
  return needs ? { css, needs } : { css }
}

/**
 * What one of these selectors cannot match without; null: nothing that has a name.
 * @param {Selector[]} selectors
 * @returns {Needs | null}
 */
function needsOfAny(selectors) {
  const any = selectors.map(({ nodes }) => {
    const all = nodes.map(needsOf).filter((needs) => needs !== null)
    return all.length > 1 ? { all } : (all[0] ?? null)
  })
  const named = any.filter((needs) => needs !== null)
  if (named.length < any.length) return null
  return named.length > 1 ? { any: named } : (named[0] ?? null)
}

/**
 * A name that a page may write in another way (with an entity, say) is not asked for.
 * @param {Node} node
 * @returns {Needs | null}
 */
function needsOf(node) {
  if (node.type === 'class' || node.type === 'id')
    return /^[^\s"'=<>&]+$/.test(node.value) ? node.value : null
  if (node.type === 'tag')
    return /^[a-z][\w-]*$/i.test(node.value) ? `<${node.value.toLowerCase()}` : null
  if (node.type === 'pseudo' && choices.has(node.value.toLowerCase())) return needsOfAny(node.nodes)
  return null
}

/**
 * Writes the pieces of every sheet of the browser's files.
 * @param {string} from the folder of the sheets
 * @param {string} to a folder that is not served
 */
export async function writeStylePieces(from, to) {
  const sheets = (await readdir(from)).filter((file) => file.endsWith('.css'))
  for (const sheet of sheets) {
    const pieces = takeToPieces((await readFile(join(from, sheet), 'utf8')).trim())
    await writeFile(join(to, `${sheet}.json`), JSON.stringify(pieces))
  }
}
