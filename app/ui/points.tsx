import { formatNumber, spoken } from '~/lib/numbers'
import { getCurrency } from '~/domain/currency'

import { classes } from './classes'
import { Icon } from './icon'
import styles from './points.module.css'
import { Live } from './live'

/** A longer figure, as `123 456`, needs smaller letters to stay in one line of every panel. */
const MAX_LARGE_LENGTH = 6

type PointsProps = {
  amount: number
  size?: 'small' | 'medium' | 'large'
}

/** An amount of points: a figure with an icon for the eye, «1204 звезды» for screen readers. */
export function Points({ amount, size = 'medium' }: PointsProps) {
  const figure = formatNumber(amount)
  return (
    <span
      className={classes(
        styles.points,
        styles[size],
        size === 'large' && figure.length > MAX_LARGE_LENGTH && styles.long,
      )}
    >
      <span className={styles.figure} aria-hidden="true">
        <Live>{figure}</Live>
        <span className={styles.star}>
          <Icon name="currency" />
        </span>
      </span>
      <span className="visually-hidden">{`${spoken(figure)} ${getCurrency(amount)}`}</span>
    </span>
  )
}
