import { env } from '~/platform/env.server'

import { readBuiltFile } from './built-files.server'
import { fileOfIcon, idOfIcon, type IconSource } from '~/ui/icon'

const PLACE = '<svg id="icons" aria-hidden="true"></svg>'
const symbol = /<symbol id="icon"([^>]*>.*<\/symbol>)/s

const drawn = new Map<string, string | null>()

/** The drawing of an icon under an id of its own, made once; null when there is no such file. */
function symbolOf(name: string): string | null {
  const id = idOfIcon(name)
  const known = drawn.get(id)
  if (known !== undefined) return known
  const drawing = drawOfBrand(name, id) ?? draw(id, fileOfIcon(name))
  drawn.set(id, drawing)
  return drawing
}

/** The brand's mark, or an icon that it replaces. */
function drawOfBrand(name: string, id: string): string | null {
  const drawing = env().brand.icons.get(name)
  if (!drawing) return null
  const { viewBox, inherited, content } = drawing
  return `<symbol id="${id}" viewBox="${viewBox}"${inherited}>${content}</symbol>`
}

function draw(id: string, file: string): string | null {
  try {
    const [, drawing] = symbol.exec(readBuiltFile(file)) ?? []
    return drawing ? `<symbol id="${id}"${drawing}` : null
  } catch {
    return null
  }
}

/**
 * Puts the icons of a page into the page: on a slow line each would be a file of its own, and
 * appear after the words it belongs to. One that has no file keeps its address, so that its absence
 * is noticed as any missing drawing's. The place is that of root.tsx.
 */
export function createPageIcons(): { sourceOf: IconSource; fillIn(html: string): string } {
  const symbols = new Map<string, string>()
  return {
    sourceOf(name) {
      const id = idOfIcon(name)
      const drawing = symbolOf(name)
      if (drawing === null) return `${fileOfIcon(name)}#icon`
      symbols.set(id, drawing)
      return `#${id}`
    },
    fillIn: (html) =>
      html.replace(PLACE, () => PLACE.replace('><', `>${[...symbols.values()].join('')}<`)),
  }
}
