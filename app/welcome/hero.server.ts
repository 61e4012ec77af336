import { env } from '~/platform/env.server'

/** The main picture, inlined, because a file would need another round trip. */
export const heroSvg = () =>
  env().brand.illustrations.hero.text.replace('<svg ', '<svg aria-hidden="true" ')
