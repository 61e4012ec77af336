import svg from './hero.svg?raw'

/** The picture of the first screenful, in the page itself: a file would come a round trip later. */
export const heroSvg = svg.replace('<svg ', '<svg aria-hidden="true" ')
