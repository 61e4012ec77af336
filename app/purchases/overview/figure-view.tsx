import { Block } from '~/ui/block'
import { classes } from '~/ui/classes'
import { Details } from '~/ui/details'
import { Link } from '~/ui/link'

import type { Figure, Table } from './figures.server'
import styles from './figure-view.module.css'
import type { Plot } from './plots.server'

interface FigureViewProps {
  /** Names the parts of the figure on its page. */
  id: string
  title: string
  figure: Figure
}

/** A block with a plot, what it says in words, and its numbers as a table. */
export function FigureView({ id, title, figure: { said, plot, legend, table } }: FigureViewProps) {
  return (
    <Block title={title} id={id}>
      <figure className={styles.figure}>
        <figcaption className={styles.said} id={`${id}-said`}>
          {said}
        </figcaption>
        {plot && legend && <Legend id={id} {...legend} />}
        {plot && <Drawing id={id} plot={plot} />}
        {table && (
          <div className={styles.table}>
            <Details summary="Таблицей">
              <Numbers caption={title} {...table} />
            </Details>
          </div>
        )}
      </figure>
    </Block>
  )
}

const barStyles = { more: styles.more, less: styles.less, unknown: styles.unknown }

/** Everything about it was worked out on the server: here it is written down. */
function Drawing({ id, plot }: { id: string; plot: Plot }) {
  const { width, height, grid, gridFrom, bars, texts, area, line, dots } = plot
  return (
    <svg
      className={classes(styles.plot, height > width && styles.long)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-said`}
    >
      <Hatch id={id} />
      {grid.map(({ y, label, isZero }) => (
        <g key={y}>
          <line
            className={isZero ? styles.zero : styles.line}
            x1={gridFrom}
            x2={width}
            y1={y}
            y2={y}
          />
          <text className={styles.text} x={gridFrom - 6} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {area && <path className={styles.ground} d={area} />}
      {line && <path className={styles.growth} d={line} />}
      {dots.map(({ x, y }) => (
        <circle key={x} className={styles.more} cx={x} cy={y} r="3" />
      ))}
      {bars.map(({ kind, ...place }, index) => (
        <rect
          key={index}
          className={barStyles[kind]}
          {...place}
          rx="2"
          fill={kind === 'less' ? `url(#${id}-hatch)` : undefined}
        />
      ))}
      {texts.map(({ x, y, text, anchor, isStrong }, index) => (
        <text
          key={index}
          className={isStrong ? styles.strong : styles.text}
          x={x}
          y={y}
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}

/** What went differs from what came by more than its colour, on paper and in forced colours too. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-hatch`}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line className={styles.hatch} x1="0" x2="0" y1="0" y2="5" />
      </pattern>
    </defs>
  )
}

function Legend({ id, more, less }: { id: string; more: string; less: string }) {
  return (
    <ul className={styles.legend}>
      {[more, less].map((words, index) => (
        <li key={words}>
          <svg className={styles.sample} viewBox="0 0 16 16" aria-hidden="true">
            <rect
              className={index === 0 ? styles.more : styles.less}
              x="1"
              y="1"
              width="14"
              height="14"
              rx="2"
              fill={index === 0 ? undefined : `url(#${id}-hatch)`}
            />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}

function Numbers({ caption, head, rows }: Table & { caption: string }) {
  return (
    <table className={styles.numbers}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, to, cells }) => (
          <tr key={name}>
            <th scope="row">
              {to ? (
                <Link className={styles.link} to={to}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
