interface SplashScreen {
  /** Width of the screen in points. */
  width: number
  height: number
  /** Pixels per point. */
  ratio: number
  name(theme: string): string
  media(theme: string): string
}

const screen = (width: number, height: number, ratio: number): SplashScreen => ({
  width,
  height,
  ratio,
  name: (theme) => `${width * ratio}x${height * ratio}-${theme}.png`,
  media: (theme) =>
    `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait) and (prefers-color-scheme: ${theme})`,
})

/** The supported iPhones; each needs a start-up picture of its exact size. */
export const splashScreens = [
  screen(375, 667, 2),
  screen(375, 812, 3),
  screen(414, 896, 2),
  screen(390, 844, 3),
  screen(393, 852, 3),
  screen(402, 874, 3),
  screen(428, 926, 3),
  screen(430, 932, 3),
]
