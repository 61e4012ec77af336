const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_END = Buffer.from('IEND')
const PNG_SHORTEST = 57

interface Extent {
  width: number
  height: number
}

/** Width and height from a PNG header; null when it is invalid or cut off. */
export function pngExtent(bytes: Buffer): Extent | null {
  const isWhole =
    bytes.length >= PNG_SHORTEST &&
    bytes.subarray(0, PNG.length).equals(PNG) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.subarray(-8, -4).equals(PNG_END)
  return isWhole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null
}

const ICO_ENTRY = 16

/** Widths of the pictures in an .ico file; empty when it is invalid. */
export function icoWidths(bytes: Buffer): number[] {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== 0x00010000) return []
  const count = bytes.readUInt16LE(4)
  const widths: number[] = []
  for (let at = 6; widths.length < count && at + ICO_ENTRY <= bytes.length; at += ICO_ENTRY) {
    const end = bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12)
    // 0 stands for 256.
    if (end <= bytes.length) widths.push(bytes[at] || 256)
    else return []
  }
  return widths
}

/** True for a WOFF2 font with a correct length in its header. */
export function isWoff2(bytes: Buffer): boolean {
  return (
    bytes.length >= 48 &&
    bytes.toString('latin1', 0, 4) === 'wOF2' &&
    bytes.readUInt32BE(8) === bytes.length
  )
}
