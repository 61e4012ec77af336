import { writeFileSync } from 'node:fs'

import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'

const WIDTH = 720
const HEIGHT = 260
const LEFT = 64
const RIGHT = 170
const TOP = 40
const BOTTOM = 40
const COLOURS = ['#1a7f37', '#0550ae', '#9a3412', '#6b21a8']

export interface Picture {
  title: string
  /** Label of the horizontal axis; it is logarithmic when the last value is fifty times the first. */
  along: string
  /** Unit of all lines; the axis begins at zero. */
  unit: string
  lines: { name: string; points: [x: number, y: number][] }[]
  /** Labels under the horizontal axis, in place of the values themselves. */
  ticks?: readonly (readonly [x: number, label: string])[]
}

/** More points than these are a line without dots. */
const MOST_DOTS = 40

const spaced = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ')

/** Draws lines over one axis as an SVG file; a table has the figures. */
export function drawPicture(file: string, picture: Picture): void {
  writeFileSync(file, pictureOf(picture))
}

/** Such a picture as the text of an SVG file. */
export function pictureOf({ title, along, unit, lines, ticks }: Picture): string {
  const all = lines.flatMap(({ points }) => points)
  const xs = [...new Set(all.map(([x]) => x))].sort((a, b) => a - b)
  const [first = 0, last = 1] = [xs[0], xs.at(-1)]
  const range: [number, number] = [LEFT, WIDTH - RIGHT]
  const x = (first > 0 && last / first >= 50 ? scaleLog() : scaleLinear())
    .domain([first, last])
    .range(range)
  const y = scaleLinear()
    .domain([0, Math.max(...all.map(([, value]) => value)) * 1.2])
    .nice(4)
    .range([HEIGHT - BOTTOM, TOP])
  const grid = y
    .ticks(4)
    .map(
      (tick) =>
        `<path d="M${range[0]} ${y(tick)}H${range[1]}" stroke="#d0d7de"/><text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${spaced(tick)}</text>`,
    )
  const few = xs.filter((_, index) => xs.length < 8 || index % Math.ceil(xs.length / 7) === 0)
  const under = (ticks ?? few.map((tick) => [tick, spaced(tick)] as const)).map(
    ([tick, label]) =>
      `<text x="${x(tick)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${label}</text>`,
  )
  const drawn = lines.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const path = line<[number, number]>(
      ([value]) => x(value),
      ([, value]) => y(value),
    )(points)
    const [, end = 0] = points.at(-1) ?? []
    const dotted = points.length > MOST_DOTS ? [] : points
    const dots = dotted.map(
      ([a, b]) => `<circle cx="${x(a)}" cy="${y(b)}" r="3" fill="${colour}"/>`,
    )
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}<text x="${range[1] + 10}" y="${y(end) + 4}" fill="${colour}">${name}</text>`
  })
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${title}, ${unit}</text>`,
    ...grid,
    ...under,
    `<text x="${(range[0] + range[1]) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${along}</text>`,
    ...drawn,
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}
