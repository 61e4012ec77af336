// Compares the pictures of a block in two engines, ignoring how each smooths letters.
import { PNG } from 'pngjs'

import type { Block } from './cameras'

/** Pixels each way that are compared as one: letters are smoothed differently within them. */
const GRAIN = 4
/** Two grains differ visibly when a colour channel differs by more than this, of 255 levels. */
const SEEN = 48

export interface Shot {
  png: Buffer
  blocks: Block[]
}

export interface Difference {
  block: string
  /** Share of the block's visible pixels, in per cent. */
  percent: number
  /** Difference in width and height, in CSS pixels. */
  wider: number
  taller: number
}

/** The blocks that differ by more than one per cent, or exist in one picture only. */
export function compareShots(reference: Shot, other: Shot): Difference[] {
  const pictures = [PNG.sync.read(reference.png), PNG.sync.read(other.png)] as const
  const left = [...other.blocks]
  return reference.blocks.flatMap((block): Difference[] => {
    const at = left.findIndex(({ name }) => name === block.name)
    const [twin] = at < 0 ? [] : left.splice(at, 1)
    if (!twin) return [{ block: block.name, percent: 100, wider: NaN, taller: NaN }]
    const percent = differenceOf(pictures, block, twin)
    const wider = Math.round(twin.width - block.width)
    const taller = Math.round(twin.height - block.height)
    return percent > 1 ? [{ block: block.name, percent, wider, taller }] : []
  })
}

function differenceOf([one, two]: readonly [PNG, PNG], a: Block, b: Block): number {
  const columns = Math.floor(Math.min(a.width, b.width) / GRAIN)
  const rows = Math.floor(Math.min(a.height, b.height) / GRAIN)
  let seen = 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const first = grainAt(one, a.left + column * GRAIN, a.top + row * GRAIN)
      const second = grainAt(two, b.left + column * GRAIN, b.top + row * GRAIN)
      if (first.some((value, channel) => Math.abs(value - second[channel]!) > SEEN)) seen += 1
    }
  return columns * rows === 0 ? 0 : (100 * seen) / (columns * rows)
}

/** The mean colour of a grain. */
function grainAt(picture: PNG, left: number, top: number): number[] {
  const sum = [0, 0, 0]
  for (let y = 0; y < GRAIN; y += 1)
    for (let x = 0; x < GRAIN; x += 1) {
      const column = Math.min(picture.width - 1, Math.round(left) + x)
      const row = Math.min(picture.height - 1, Math.round(top) + y)
      const at = (row * picture.width + column) * 4
      for (const channel of [0, 1, 2]) sum[channel]! += picture.data[at + channel]!
    }
  return sum.map((value) => value / GRAIN ** 2)
}
