import { splashScreens } from '../domain/splash-screens'

const square = (path: string, side: number) => ({ path, width: side, height: side })

/** Required pictures of a pack, PNG with exactly these pixels. */
export const pictureRules = [
  square('apple-touch-icon.png', 180),
  square('badge-96.png', 96),
  ...[192, 512].flatMap((side) =>
    ['icon', 'icon-maskable'].map((name) => square(`${name}-${side}.png`, side)),
  ),
  { path: 'og.png', width: 1200, height: 630 },
  ...['card', 'coupons', 'stores'].map((name) => square(`shortcuts/${name}.png`, 96)),
  ...splashScreens.flatMap(({ width, height, ratio, name }) =>
    ['light', 'dark'].map((theme) => ({
      path: `splash/${name(theme)}`,
      width: width * ratio,
      height: height * ratio,
    })),
  ),
  ...['', '@2x', '@3x'].flatMap((ending, at) => [
    square(`pass/icon${ending}.png`, 29 * (at + 1)),
    square(`pass/logo${ending}.png`, 50 * (at + 1)),
  ]),
]

/** Pictures of the install prompt: all of them or none. */
export const screenshotRules = [
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
