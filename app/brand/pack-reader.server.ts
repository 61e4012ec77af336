import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { textOf } from '../lib/text-file.server'
import { MOST_BYTES_OF_A_PACK, mostBytes } from './pack-files.server'
import { icoWidths, isWoff2, pngExtent } from './pictures.server'
import { readSvg, type Drawing } from './safe-svg.server'

/** Reads files of one pack within limits and collects errors as text. */
export interface PackReader {
  faults: string[]
  /**
   * Null for an absent or invalid file, which is always reported as an error. Check optional files with `has`
   * first.
   */
  bytes(path: string, most: number): Buffer | null
  text(path: string, most: number): string | null
  picture(path: string, extent: { width: number; height: number }): Buffer | null
  icon(path: string): Buffer | null
  font(path: string): Buffer | null
  drawing(path: string): Drawing | null
  /** True when a file exists, valid or not. */
  has(path: string): boolean
}

const sizeText = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`

/** @param directory the folder of the pack */
export function createPackReader(directory: string): PackReader {
  const faults: string[] = []
  let total = 0
  const reader: PackReader = {
    faults,
    has: (path) => statSync(join(directory, path), { throwIfNoEntry: false }) !== undefined,
    bytes(path, most) {
      const file = statSync(join(directory, path), { throwIfNoEntry: false })
      const refuse = (why: string) => {
        faults.push(`${path}: ${why}`)
        return null
      }
      if (!file) return refuse('is missing')
      if (!file.isFile()) return refuse('is no file')
      // Checked before reading, so that a huge file does not fill the memory.
      if (file.size > most) return refuse(`is ${sizeText(file.size)}, may be ${sizeText(most)}`)
      total += file.size
      if (total > MOST_BYTES_OF_A_PACK)
        return refuse(`makes the pack larger than ${sizeText(MOST_BYTES_OF_A_PACK)}`)
      try {
        return readFileSync(join(directory, path))
      } catch {
        return refuse('cannot be read')
      }
    },
    text(path, most) {
      const bytes = reader.bytes(path, most)
      try {
        return bytes && textOf(bytes)
      } catch (error) {
        faults.push(`${path}: ${(error as Error).message}`)
        return null
      }
    },
    picture(path, { width, height }) {
      const bytes = reader.bytes(path, mostBytes.picture)
      const extent = bytes && pngExtent(bytes)
      if (bytes && !extent) faults.push(`${path}: is no PNG`)
      else if (extent && (extent.width !== width || extent.height !== height))
        faults.push(
          `${path}: is ${extent.width} × ${extent.height} pixels, must be ${width} × ${height}`,
        )
      return bytes
    },
    icon(path) {
      const bytes = reader.bytes(path, mostBytes.icon)
      if (bytes && !icoWidths(bytes).includes(32))
        faults.push(`${path}: is no .ico with a picture of 32 × 32 pixels`)
      return bytes
    },
    font(path) {
      const bytes = reader.bytes(path, mostBytes.font)
      if (bytes && !isWoff2(bytes)) faults.push(`${path}: is no WOFF2 font`)
      return bytes
    },
    drawing(path) {
      const text = reader.text(path, mostBytes.drawing)
      if (text === null) return null
      const name = path.replace(/^.*\/|\.svg$/g, '')
      const { drawing, faults: found } = readSvg(text, name)
      faults.push(...found.map((fault) => `${path}: ${fault}`))
      return drawing ?? null
    },
  }
  return reader
}
