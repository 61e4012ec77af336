import { splashScreens } from '~/lib/splash-screens'

/** What an iPhone shows while the installed application starts, in both themes. */
export function SplashLinks() {
  return (
    <>
      {splashScreens.flatMap(({ name, media }) =>
        ['light', 'dark'].map((theme) => (
          <link
            key={name(theme)}
            rel="apple-touch-startup-image"
            media={media(theme)}
            href={`/splash/${name(theme)}`}
          />
        )),
      )}
    </>
  )
}
