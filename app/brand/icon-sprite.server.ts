import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Drawing } from './safe-svg.server'

const symbol = /<symbol id="icon"([^>]*>.*<\/symbol>)/s

/**
 * One file with every icon as a named symbol, for `<use href="….svg#name">`.
 * @param folder the folder of our own icons, one file each
 * @param replaced the brand's mark, its logo, and icons that replace ours
 */
export function iconSprite(folder: string, replaced: ReadonlyMap<string, Drawing>): string {
  const symbols = new Map<string, string>()
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .sort()) {
    const name = file.replace(/\.svg$/, '')
    const [, drawing] = symbol.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    if (drawing) symbols.set(name, `<symbol id="${name}"${drawing}`)
  }
  for (const [name, { viewBox, inherited, content }] of replaced)
    symbols.set(name, `<symbol id="${name}" viewBox="${viewBox}"${inherited}>${content}</symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols.values()].join('')}</svg>`
}
