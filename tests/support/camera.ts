// Simulates a camera that photographs a screen: small, grey, tilted, blurred, pale and noisy.
import { createRandom } from './random'

/** Grey levels, 0 to 255, row by row. */
export interface Picture {
  width: number
  height: number
  grey: Float32Array
}

export interface View {
  /** Degrees about the vertical axis, then about the horizontal one. */
  tilt?: [number, number]
  /** Degrees in the plane of the screen. */
  turn?: number
  /** Sigma of the Gaussian blur, in modules of the code. */
  blur?: number
  /** Sigma of the noise, in grey levels. */
  noise?: number
  /** Contrast of white over black: at most 21 on a screen. */
  contrast?: number
}

/** Distance of the camera, in widths of the code. */
const DISTANCE = 3

/** Grey levels of an RGBA picture. */
export function fromRgba(width: number, height: number, rgba: Uint8Array): Picture {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = 0.299 * rgba[4 * at]! + 0.587 * rgba[4 * at + 1]! + 0.114 * rgba[4 * at + 2]!
  return { width, height, grey }
}

export function toRgba({ width, height, grey }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < grey.length; at += 1)
    rgba.set([grey[at]!, grey[at]!, grey[at]!, 255], 4 * at)
  return rgba
}

/** A picture scaled down by a whole factor: each pixel is the mean of a square. */
export function reduced(picture: Picture, factor: number): Picture {
  if (factor < 2) return picture
  const width = Math.floor(picture.width / factor)
  const height = Math.floor(picture.height / factor)
  const grey = new Float32Array(width * height)
  for (let y = 0; y < height * factor; y += 1)
    for (let x = 0; x < width * factor; x += 1) {
      const to = Math.floor(y / factor) * width + Math.floor(x / factor)
      grey[to] = grey[to]! + picture.grey[y * picture.width + x]! / factor ** 2
    }
  return { width, height, grey }
}

/** Blurs rows, then columns: a Gaussian is separable. */
function blurred({ width, height, grey }: Picture, sigma: number): Picture {
  if (sigma < 0.1) return { width, height, grey }
  const reach = Math.ceil(3 * sigma)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const pass = (from: Float32Array, length: number, lines: number, step: number, line: number) => {
    const to = new Float32Array(from.length)
    for (let y = 0; y < lines; y += 1)
      for (let x = 0; x < length; x += 1) {
        let value = 0
        for (let by = -reach; by <= reach; by += 1) {
          const near = Math.min(length - 1, Math.max(0, x + by))
          value += from[y * line + near * step]! * weights[by + reach]!
        }
        to[y * line + x * step] = value / sum
      }
    return to
  }
  const across = pass(grey, width, height, 1, width)
  return { width, height, grey: pass(across, height, width, width, 1) }
}

function sample({ width, height, grey }: Picture, x: number, y: number, outside: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? outside
      : grey[row * width + column]!
  const upper = at(left, top) * (left + 1 - x) + at(left + 1, top) * (x - left)
  const lower = at(left, top + 1) * (left + 1 - x) + at(left + 1, top + 1) * (x - left)
  return upper * (top + 1 - y) + lower * (y - top)
}

/**
 * The camera's picture of a screen.
 * @param pixelsPerModule of the frame, without tilt
 * @param moduleOnScreen width of a module in the screen's picture, in pixels
 */
export function photograph(
  screen: Picture,
  moduleOnScreen: number,
  pixelsPerModule: number,
  { tilt: [yaw, pitch] = [0, 0], turn = 0, blur = 0, noise = 0, contrast = 21 }: View,
  seed = 1,
): Picture {
  const scale = moduleOnScreen / pixelsPerModule
  // Details smaller than a camera pixel are averaged first.
  const source = scale > 1 ? blurred(screen, 0.45 * scale) : screen
  const width = Math.round((screen.width / scale) * 1.1)
  const height = Math.round(Math.max(screen.height / scale, 0.3 * width) * 1.1)
  const [b, c, a] = [yaw, pitch, turn].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const distance = DISTANCE * screen.width
  const grey = new Float32Array(width * height)
  const wall = 200
  // Follows each pixel's ray to the plane of the screen: its middle and its two directions.
  const u = [Math.cos(b), 0, -Math.sin(b)] as const
  const v = [Math.sin(b) * Math.sin(c), Math.cos(c), Math.cos(b) * Math.sin(c)] as const
  const normal = [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ] as const
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const seenX = (column + 0.5 - width / 2) * scale
      const seenY = (row + 0.5 - height / 2) * scale
      const x = seenX * Math.cos(a) + seenY * Math.sin(a)
      const y = -seenX * Math.sin(a) + seenY * Math.cos(a)
      // The eye is at (0, 0, -distance), the ray passes through (x, y, 0).
      const reach = (distance * normal[2]) / (x * normal[0] + y * normal[1] + distance * normal[2])
      const hit = [x * reach, y * reach, distance * (reach - 1)] as const
      const along = hit[0] * u[0] + hit[1] * u[1] + hit[2] * u[2]
      const down = hit[0] * v[0] + hit[1] * v[1] + hit[2] * v[2]
      grey[row * width + column] = sample(
        source,
        along + screen.width / 2 - 0.5,
        down + screen.height / 2 - 0.5,
        wall,
      )
    }
  const soft = blurred({ width, height, grey }, blur * pixelsPerModule)
  return spoiled(soft, contrast, noise, createRandom(seed))
}

/** Grey levels follow luminance with a gamma of 2.2; the middle stays the middle. */
function spoiled(picture: Picture, contrast: number, noise: number, random: () => number): Picture {
  const white = 230
  const black = contrast >= 21 ? 0 : white * (1 / contrast) ** (1 / 2.2)
  const grey = picture.grey.map((value) => {
    const gauss = noise
      ? Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
      : 0
    return Math.min(255, Math.max(0, black + (value / 255) * (white - black) + noise * gauss))
  })
  return { ...picture, grey }
}
