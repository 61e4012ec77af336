import { splashScreens } from '~/lib/splash-screens'

/** The start-up pictures of the installed app on an iPhone, in both themes. */
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
