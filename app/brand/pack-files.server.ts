import { splashScreens } from '../lib/splash-screens'

interface PictureRule {
  path: string
  width: number
  height: number
}

const square = (path: string, side: number): PictureRule => ({ path, width: side, height: side })

/** Required pictures of a pack, PNG with exactly these pixels. */
export const pictureRules: readonly PictureRule[] = [
  square('apple-touch-icon.png', 180),
  square('badge-96.png', 96),
  square('icon-192.png', 192),
  square('icon-512.png', 512),
  square('icon-maskable-192.png', 192),
  square('icon-maskable-512.png', 512),
  { path: 'og.png', width: 1200, height: 630 },
  ...['card', 'coupons', 'stores'].map((name) => square(`shortcuts/${name}.png`, 96)),
  ...splashScreens.flatMap(({ width, height, ratio, name }) =>
    ['light', 'dark'].map((theme) => ({
      path: `splash/${name(theme)}`,
      width: width * ratio,
      height: height * ratio,
    })),
  ),
  ...[1, 2, 3].flatMap((ratio) => {
    const ending = ratio === 1 ? '.png' : `@${ratio}x.png`
    return [square(`pass/icon${ending}`, 29 * ratio), square(`pass/logo${ending}`, 50 * ratio)]
  }),
]

/** Pictures of the install prompt: all of them or none. */
export const screenshotRules: readonly PictureRule[] = [
  { path: 'screenshots/today.png', width: 780, height: 1688 },
  { path: 'screenshots/card.png', width: 780, height: 1688 },
  { path: 'screenshots/wide.png', width: 1280, height: 800 },
]

/** Names of the drawings that a brand can replace. */
export const illustrationNames = [
  ...(['basket', 'card', 'card-guide', 'empty', 'hero', 'not-found'] as const),
  ...(['pattern', 'phone-code', 'stars', 'warning'] as const),
] as const

export type IllustrationFile = (typeof illustrationNames)[number]

/** Size limits in bytes; larger files are not read. */
export const mostBytes = {
  picture: 500_000,
  drawing: 64_000,
  font: 300_000,
  icon: 100_000,
  data: 64_000,
}
/** The limit for all files of a pack, which the process holds in memory. */
export const MOST_BYTES_OF_A_PACK = 8_000_000
