import { env } from '~/platform/env.server'

/** The picture of the first screenful, in the page itself: a file would come a round trip later. */
export const heroSvg = () =>
  env().brand.illustrations.hero.text.replace('<svg ', '<svg aria-hidden="true" ')
