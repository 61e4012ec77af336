import { Block } from '~/ui/block'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { Details } from '~/ui/details'
import { Link } from '~/ui/link'

import type { Figure, FigureTable } from './figures.server'
import styles from './figure-view.module.css'
import type { Plot, Word } from './plots.server'

interface FigureViewProps {
  /** The prefix of element ids on the page. */
  id: string
  title: string
  figure: Figure
}

/** A block with a chart, its summary as text, and its numbers as a table. */
export function FigureView({
  id,
  title,
  figure: { summaryText, plot, legend, table },
}: FigureViewProps) {
  return (
    <Block title={title} id={id}>
      <figure className={styles.figure}>
        <figcaption className={styles.summaryText} id={`${id}-summary`}>
          <Figures>{summaryText}</Figures>
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

/** Renders a drawing that the server has computed. */
function Drawing({ id, plot }: { id: string; plot: Plot }) {
  const { width, height, grid, gridFrom, zero, area, line } = plot
  const across = (y: number) => `M${gridFrom},${y}H${width}`
  return (
    <svg
      className={classes(styles.plot, height > width && styles.long)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title`}
    >
      <Hatch id={id} />
      <path className={styles.line} d={grid.map(([y]) => across(y)).join('')} />
      <Labels
        plotLabels={grid.map(([y, label]) => [gridFrom - 6, y + 4, label])}
        className={styles.text}
        anchor="end"
      />
      {area && <path className={styles.ground} d={area} />}
      {line && <path className={styles.growth} d={line} />}
      {line && <path className={styles.dots} d={line.replace(/[ML]([^ML]+)/g, 'M$1h0')} />}
      {plot.more && <path className={styles.more} d={plot.more} />}
      {plot.less && <path className={styles.less} d={plot.less} fill={`url(#${id}-hatch)`} />}
      {plot.unknown && <path className={styles.unknown} d={plot.unknown} />}
      {grid.length > 0 && <path className={styles.zero} d={across(zero)} />}
      <Labels plotLabels={plot.labels} className={styles.text} anchor="middle" />
      <Labels plotLabels={plot.names} className={styles.text} anchor="start" />
      <Labels plotLabels={plot.figures} className={styles.strong} anchor="end" />
      <Labels plotLabels={plot.peaks} className={styles.strong} anchor="middle" />
    </svg>
  )
}

interface LabelsProps {
  plotLabels: Word[]
  className: string | undefined
  anchor: 'start' | 'middle' | 'end'
}

function Labels({ plotLabels, className, anchor }: LabelsProps) {
  if (plotLabels.length === 0) return null
  return (
    <g className={className} textAnchor={anchor}>
      {plotLabels.map(([x, y, text], index) => (
        <text key={index} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  )
}

/** Hatching distinguishes spending by more than colour, for print and forced colours. */
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
      {[more, less].map((plotLabels, index) => (
        <li key={plotLabels}>
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
          {plotLabels}
        </li>
      ))}
    </ul>
  )
}

function Numbers({ caption, head, rows }: FigureTable & { caption: string }) {
  return (
    <table className={styles.numbers}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((plotLabels) => (
            <th key={plotLabels} scope="col">
              {plotLabels}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, to, cells }) => (
          <tr key={name}>
            <th scope="row">{to ? <Link to={to}>{name}</Link> : name}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
