import { formatNumber, spoken } from '~/lib/numbers'
import { currencyOf } from '~/lib/currency'

import { classes } from './classes'
import { Icon } from './icon'
import styles from './stars.module.css'
import { Live } from './live'

type StarsProps = {
  amount: number
  size?: 'small' | 'medium' | 'large'
}

/** A sum of stars: the figure and a star to see, «1204 звезды» to hear. */
export function Stars({ amount, size = 'medium' }: StarsProps) {
  const figure = formatNumber(amount)
  return (
    <span className={classes(styles.stars, styles[size])}>
      <span className={styles.figure} aria-hidden="true">
        <Live>{figure}</Live>
        <span className={styles.star}>
          <Icon name="currency" />
        </span>
      </span>
      <span className="visually-hidden">{`${spoken(figure)} ${currencyOf(amount)}`}</span>
    </span>
  )
}
