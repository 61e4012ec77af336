import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line, stack, stackOffsetDiverging } from 'd3-shape'

/**
 * A finished drawing, so that no chart library reaches the browser. It consists of few strings,
 * because it is sent twice: as SVG, and as data of the screen.
 */
export interface Plot {
  width: number
  height: number
  /** Horizontal lines from `gridFrom` on with their labels; bars stand on `zero`. */
  grid: [y: number, label: string][]
  gridFrom: number
  zero: number
  /** Bars as SVG paths. `less` is hatched spending; `unknown` is a dashed frame. */
  more: string
  less: string
  unknown: string
  area: string | null
  line: string | null
  /** Labels below the axis, and figures above bars. */
  labels: Word[]
  names: Word[]
  figures: Word[]
  peaks: Word[]
}

export type Word = [x: number, y: number, text: string]

interface Bar {
  x: number
  y: number
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** A position on the axis: a month of a year, or a day of a month. */
export interface AxisPosition {
  /** The label; null when it would touch its neighbours. */
  label: string | null
  /** The upward value; null: unknown. */
  up: number | null
  /** The downward value as a positive amount. */
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

const pathOf = (bars: readonly Bar[]) =>
  bars
    .map(({ x, y, width, height }) => {
      const [w, h] = [tenth(width), tenth(height)]
      return `M${tenth(x)},${tenth(y)}h${w}v${h}h${-w}z`
    })
    .join('')

const bare = {
  more: '',
  less: '',
  unknown: '',
  area: null,
  line: null,
  names: [],
  figures: [],
  peaks: [],
}

/** The scales and horizontal lines of a chart. */
function frameOf(
  places: readonly AxisPosition[],
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
  const grid = ticks.map((value): Plot['grid'][number] => [tenth(y(value)), say(value)])
  const labels = places.flatMap(({ label }, index): Word[] =>
    label === null ? [] : [[middleOf(index), HEIGHT - 7, label]],
  )
  const frame = { width: WIDTH, height: HEIGHT, grid, gridFrom: left, zero: tenth(y(0)), labels }
  return { x, y, middleOf, drawn: { ...bare, ...frame } }
}

/** A figure above its bar, clamped to the drawing. */
function figureAt(x: number, y: number, text: string): Word {
  const half = (text.length * LETTER) / 2 + 2
  return [tenth(Math.min(WIDTH - half, Math.max(half, x))), tenth(y), text]
}

/**
 * Vertical bars, with spending below the axis; the highest bar has its figure.
 * @param say formats a value briefly
 */
export function drawBars(places: readonly AxisPosition[], say: (value: number) => string): Plot {
  const hasValue = ({ up, down = 0 }: AxisPosition) => up !== null && down !== null
  const data = places.map((place) => ({
    up: hasValue(place) ? (place.up ?? 0) : 0,
    down: hasValue(place) ? -(place.down ?? 0) : 0,
  }))
  const layers = stack<(typeof data)[number], 'up' | 'down'>()
    .keys(['up', 'down'])
    .offset(stackOffsetDiverging)(data)
  const ends = layers.flat().flatMap(([from, to]) => [from, to])
  const { x, y, middleOf, drawn } = frameOf(places, [Math.min(...ends), Math.max(...ends)], say)
  const bars = layers.flatMap((layer) =>
    layer.flatMap(([from, to], index) => {
      if (from === to) return []
      const [low, high] = [Math.min(from, to), Math.max(from, to)]
      const top = tenth(y(high))
      const place = { x: x(index) ?? 0, y: top, width: x.bandwidth(), height: y(low) - top }
      return [{ ...place, isLess: low < 0 }]
    }),
  )
  const unknown = places.flatMap((place, index) => (hasValue(place) ? [] : [index]))
  const highest = Math.max(...data.map(({ up }) => up))
  const peak = data.findIndex(({ up }) => up === highest)
  return {
    ...drawn,
    more: pathOf(bars.filter(({ isLess }) => !isLess)),
    less: pathOf(bars.filter(({ isLess }) => isLess)),
    unknown: pathOf(
      unknown.map((index) => ({
        x: x(index) ?? 0,
        y: y(0) - UNKNOWN_HEIGHT,
        width: x.bandwidth(),
        height: UNKNOWN_HEIGHT,
      })),
    ),
    peaks: [
      ...unknown.map((index) => figureAt(middleOf(index), y(0) - 9, '?')),
      ...(highest > 0 ? [figureAt(middleOf(peak), y(highest) - 6, say(highest))] : []),
    ],
  }
}

/**
 * A cumulative line over its area.
 * @param places future ones have no `up` and end the line
 */
export function drawGrowth(places: readonly AxisPosition[], say: (value: number) => string): Plot {
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
    peaks: last ? [figureAt(last.x, last.y - 9, say(sum))] : [],
    area: area<Point>(xOf, drawn.zero, yOf)(at),
    line: line<Point>(xOf, yOf)(at),
  }
}

const ROW = 42
const BAR = 10

/** Horizontal bars, each below its name and its figure. */
export function drawRows(rows: readonly { name: string; value: number; figure: string }[]): Plot {
  const values = rows.map(({ value }) => value)
  const x = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .range([0, WIDTH])
  const bars = rows.map(({ value }, index) => ({
    x: x(Math.min(0, value)),
    y: index * ROW + 22,
    width: Math.abs(x(value) - x(0)),
    height: BAR,
    value,
  }))
  return {
    ...bare,
    width: WIDTH,
    height: rows.length * ROW,
    grid: [],
    gridFrom: 0,
    zero: 0,
    more: pathOf(bars.filter(({ value }) => value >= 0)),
    less: pathOf(bars.filter(({ value }) => value < 0)),
    labels: [],
    names: rows.map(({ name }, index) => [0, index * ROW + 15, name]),
    figures: rows.map(({ figure }, index) => [WIDTH, index * ROW + 15, figure]),
  }
}
