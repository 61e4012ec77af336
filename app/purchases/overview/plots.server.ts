import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line, stack, stackOffsetDiverging } from 'd3-shape'

/** A drawing that is ready: the screen only writes it down, so that no library reaches the browser. */
export interface Plot {
  width: number
  height: number
  /** Lines across, each with what it stands for; `zero` is where the bars stand. */
  grid: { y: number; label: string; isZero: boolean }[]
  gridFrom: number
  bars: Bar[]
  /** What stands under the bars, or at their names. */
  texts: Text[]
  area: string | null
  line: string | null
  dots: Point[]
}

interface Point {
  x: number
  y: number
}

export interface Bar {
  /** `less` is hatched: what went; `unknown` has no sum, and is a dashed frame with a mark in it. */
  kind: 'more' | 'less' | 'unknown'
  x: number
  y: number
  width: number
  height: number
}

export interface Text {
  x: number
  y: number
  text: string
  anchor: 'start' | 'middle' | 'end'
  isStrong: boolean
}

/** A place on the axis: a month of a year, or a day of a month. */
export interface Place {
  /** What stands under it; null: too close to its neighbours. */
  label: string | null
  /** Upwards; null: not known. */
  up: number | null
  /** Downwards, as an amount above zero. */
  down?: number | null
}

const WIDTH = 340
const HEIGHT = 220
const TOP = 26
const BOTTOM = 26
const LETTER = 6.9
const TICKS = 4
const UNKNOWN_HEIGHT = 26

const tenth = (number: number) => Math.round(number * 10) / 10

/** The scales of a plot with places side by side, and the lines across it. */
function frameOf(
  places: readonly Place[],
  extent: [number, number],
  say: (value: number) => string,
) {
  const y = scaleLinear()
    .domain([Math.min(0, extent[0]), Math.max(0, extent[1])])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP])
  const ticks = y.ticks(TICKS).filter(Number.isInteger)
  const left = Math.ceil(8 + LETTER * Math.max(...ticks.map((value) => say(value).length)))
  const x = scaleBand<number>()
    .domain(places.map((_, index) => index))
    .range([left, WIDTH])
    .paddingInner(places.length > 12 ? 0.25 : 0.35)
    .paddingOuter(0.15)
  const middleOf = (index: number) => tenth((x(index) ?? 0) + x.bandwidth() / 2)
  const grid = ticks.map((value) => ({
    y: tenth(y(value)),
    label: say(value),
    isZero: value === 0,
  }))
  const texts = places.flatMap(({ label }, index): Text[] =>
    label === null
      ? []
      : [{ x: middleOf(index), y: HEIGHT - 7, text: label, anchor: 'middle', isStrong: false }],
  )
  const drawn = { width: WIDTH, height: HEIGHT, grid, gridFrom: left, texts }
  return { x, y, middleOf, drawn }
}

/** A figure over what it is of, kept within the drawing. */
function figureAt(x: number, y: number, text: string): Text {
  const half = (text.length * LETTER) / 2 + 2
  const middle = Math.min(WIDTH - half, Math.max(half, x))
  return { x: tenth(middle), y: tenth(y), text, anchor: 'middle', isStrong: true }
}

/**
 * Bars side by side, what went hanging under what came; the highest has its figure over it.
 * @param say a value in a few letters
 */
export function drawBars(places: readonly Place[], say: (value: number) => string): Plot {
  const isKnown = ({ up, down = 0 }: Place) => up !== null && down !== null
  const data = places.map((place) => ({
    up: isKnown(place) ? (place.up ?? 0) : 0,
    down: isKnown(place) ? -(place.down ?? 0) : 0,
  }))
  const layers = stack<(typeof data)[number], 'up' | 'down'>()
    .keys(['up', 'down'])
    .offset(stackOffsetDiverging)(data)
  const ends = layers.flat().flatMap(([from, to]) => [from, to])
  const { x, y, middleOf, drawn } = frameOf(places, [Math.min(...ends), Math.max(...ends)], say)
  const bars = layers.flatMap((layer) =>
    layer.flatMap(([from, to], index): Bar[] => {
      if (from === to) return []
      const top = tenth(y(Math.max(from, to)))
      return [
        {
          kind: Math.min(from, to) < 0 ? 'less' : 'more',
          x: tenth(x(index) ?? 0),
          y: top,
          width: tenth(x.bandwidth()),
          height: tenth(y(Math.min(from, to)) - top),
        },
      ]
    }),
  )
  const texts = [...drawn.texts]
  places.forEach((place, index) => {
    if (isKnown(place)) return
    const zero = y(0)
    bars.push({
      kind: 'unknown',
      x: tenth(x(index) ?? 0),
      y: tenth(zero - UNKNOWN_HEIGHT),
      width: tenth(x.bandwidth()),
      height: UNKNOWN_HEIGHT,
    })
    texts.push(figureAt(middleOf(index), zero - 9, '?'))
  })
  const highest = Math.max(...data.map(({ up }) => up))
  const peak = data.findIndex(({ up }) => up === highest)
  if (highest > 0) texts.push(figureAt(middleOf(peak), y(highest) - 6, say(highest)))
  return { ...drawn, texts, bars, area: null, line: null, dots: [] }
}

/**
 * What has come together from place to place, as a line over its ground.
 * @param places those that have not begun have no `up` and end the line
 */
export function drawGrowth(places: readonly Place[], say: (value: number) => string): Plot {
  let sum = 0
  const points = places.flatMap(({ up }, index) =>
    up === null ? [] : [{ index, value: (sum += up) }],
  )
  const values = points.map(({ value }) => value)
  const { y, middleOf, drawn } = frameOf(places, [Math.min(...values), Math.max(...values)], say)
  const at = points.map(({ index, value }) => ({ x: middleOf(index), y: tenth(y(value)) }))
  const last = at.at(-1)
  const xOf = (point: Point) => point.x
  const yOf = (point: Point) => point.y
  return {
    ...drawn,
    texts: last ? [...drawn.texts, figureAt(last.x, last.y - 9, say(sum))] : drawn.texts,
    bars: [],
    area: area<Point>(xOf, tenth(y(0)), yOf)(at),
    line: line<Point>(xOf, yOf)(at),
    dots: at,
  }
}

const ROW = 42
const BAR = 10

/** Bars one under another, each below its name and its figure. */
export function drawRows(rows: readonly { name: string; value: number; figure: string }[]): Plot {
  const values = rows.map(({ value }) => value)
  const x = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .range([0, WIDTH])
  const text = { isStrong: false, anchor: 'start' } as const
  return {
    width: WIDTH,
    height: rows.length * ROW,
    grid: [],
    gridFrom: 0,
    bars: rows.map(({ value }, index) => ({
      kind: value < 0 ? ('less' as const) : ('more' as const),
      x: tenth(x(Math.min(0, value))),
      y: index * ROW + 22,
      width: tenth(Math.abs(x(value) - x(0))),
      height: BAR,
    })),
    texts: rows.flatMap(({ name, figure }, index) => [
      { ...text, x: 0, y: index * ROW + 15, text: name },
      { x: WIDTH, y: index * ROW + 15, text: figure, anchor: 'end' as const, isStrong: true },
    ]),
    area: null,
    line: null,
    dots: [],
  }
}
