import type { View } from './camera'

/** Screens of phones, tablets and desktops: width, height and device pixel ratio. */
export const devices: [number, number, number][] = [
  [320, 568, 1],
  [320, 568, 2],
  [320, 640, 1.5],
  [344, 882, 2.5],
  [360, 640, 1],
  [360, 640, 2],
  [360, 640, 3],
  [360, 640, 4],
  [360, 800, 2.25],
  [375, 667, 2],
  [375, 812, 3],
  [384, 832, 1.875],
  [390, 844, 3],
  [393, 852, 2.75],
  [412, 915, 2.625],
  [414, 896, 2],
  [430, 932, 3],
  [640, 360, 2],
  [768, 1024, 1],
  [1280, 720, 1.25],
]

/** Width of a module in the camera's picture, in pixels. */
export const PIXELS_PER_MODULE = { qr: 4, bars: 3 }

interface Trial {
  view: View
  /** Only one of the decoders reads it. */
  isForOne?: true
}

const trials = (turn: number, noise: number, isWide: boolean): Record<string, Trial> => ({
  'as it is': { view: {} },
  'everything by half': {
    view: { tilt: [15, 15], turn: turn / 2, blur: 0.15, noise: noise / 2, contrast: 6 },
  },
  [`tilt of ${isWide ? 15 : 30}° to the side`]: { view: { tilt: [isWide ? 15 : 30, 0] } },
  ...(isWide && { 'tilt of 30° to the side': { view: { tilt: [30, 0] }, isForOne: true } }),
  'tilt of 30° forwards': { view: { tilt: [0, 30] } },
  [`turned by ${turn}°`]: { view: { turn } },
  'blur of 0.3 modules': { view: { blur: 0.3 } },
  [`noise of ${noise} levels of grey`]: { view: { noise } },
  'contrast of 4 : 1': { view: { contrast: 4 } },
  'blur of 0.4 modules': { view: { blur: 0.4 }, isForOne: true },
  [`noise of ${2 * noise} levels of grey`]: { view: { noise: 2 * noise }, isForOne: true },
  'contrast of 2 : 1': { view: { contrast: 2 }, isForOne: true },
})

/**
 * How a code is distorted, each bound alone and all together: sigma of blur and noise (of 256 levels),
 * contrast as luminances.
 */
export const bounds = { qr: trials(15, 6, false), bars: trials(7, 6, true) }
