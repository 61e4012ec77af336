import { getChance } from './chance'

const SIZE = 256
/**
 * Streets that cross each edge of a tile. Neighbours have them at equal positions and widths, so that they
 * join.
 */
const STREETS = 3
const BLOCK = SIZE / STREETS
const GROUND = '#ece8df'
const BUILT = '#e3ded2'
const PARK = '#cfe3c4'

const DEEPEST_ZOOM = 19

/** A whole number in a tile's address; null for anything else. */
function readWhole(text: string, most: number): number | null {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  return value <= most ? value : null
}

interface Street {
  at: number
  width: number
}

/** The streets that cross a side of a tile, with the nearest beyond each end. */
function streets(zoom: number, way: 'x' | 'y', tile: number): Street[] {
  return Array.from({ length: STREETS + 3 }, (_, place) => {
    const number = place - 1
    const index = tile * STREETS + number
    const chance = getChance(`street ${zoom} ${way} ${index}`)
    const isAvenue = index % 5 === 0
    return {
      at: Math.round(number * BLOCK + (chance.next() - 0.5) * BLOCK * 0.3),
      width: isAvenue ? 14 : 6 + chance.whole(0, 2),
    }
  })
}

/**
 * A generated map for the demo, which needs no foreign server: streets that continue from tile to tile, with
 * blocks and parks.
 * @returns null for an address without a tile
 */
export function drawTile(z: string, x: string, y: string): string | null {
  const zoom = readWhole(z, DEEPEST_ZOOM)
  if (zoom === null) return null
  const last = 2 ** zoom - 1
  const column = readWhole(x, last)
  const row = readWhole(y, last)
  if (column === null || row === null) return null
  const across = streets(zoom, 'x', column)
  const down = streets(zoom, 'y', row)
  const parts: string[] = []
  for (let i = 0; i + 1 < across.length; i += 1)
    for (let j = 0; j + 1 < down.length; j += 1) {
      const chance = getChance(`block ${zoom} ${column * STREETS + i} ${row * STREETS + j}`)
      const fill = chance.happens(0.14) ? PARK : chance.happens(0.5) ? BUILT : null
      if (fill === null) continue
      const [left, right, top, bottom] = [across[i]!, across[i + 1]!, down[j]!, down[j + 1]!]
      parts.push(
        `<path fill="${fill}" d="M${left.at} ${top.at}H${right.at}V${bottom.at}H${left.at}z"/>`,
      )
    }
  for (const { at, width } of across) parts.push(line(`M${at} 0V${SIZE}`, width))
  for (const { at, width } of down) parts.push(line(`M0 ${at}H${SIZE}`, width))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><path fill="${GROUND}" d="M0 0h${SIZE}v${SIZE}H0z"/>${parts.join('')}</svg>`
}

const line = (way: string, width: number) =>
  `<path d="${way}" stroke="#fff" stroke-width="${width}"/>`
