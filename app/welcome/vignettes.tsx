import { formatMoney } from '~/lib/money'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Stars } from '~/ui/stars'
import { Tag } from '~/ui/tag'

import styles from './vignettes.module.css'

/** A drawing of earned stars. */
export function StarsVignette() {
  return (
    <div className={styles.stars}>
      <div className={classes('stack gap-2', styles.slip)}>
        <span className={styles.line}>
          Зелень и овощи <b>{formatMoney(21400)}</b>
        </span>
        <span className={styles.line}>
          Хлеб на закваске <b>{formatMoney(6200)}</b>
        </span>
        <span className={styles.line}>
          Творог 5 % <b>{formatMoney(11900)}</b>
        </span>
      </div>
      <div className={styles.gain}>
        <span>Начислим</span>
        <Stars amount={48} size="medium" />
      </div>
    </div>
  )
}

/** A drawing of an active coupon. */
export function CouponVignette() {
  return (
    <div className={styles.coupon}>
      <span className={styles.percent}>−30&nbsp;%</span>
      <span className={classes('stack gap-1', styles.couponText)}>
        <b>Кофе в зёрнах</b>
        <Tag tone="success">
          <Icon name="check" size="small" />
          Активен
        </Tag>
      </span>
    </div>
  )
}

/** A drawing of the card; its modules contain no code. */
export function CardVignette() {
  return (
    <div className={styles.card}>
      <span className="stack gap-2">
        <b>Ваша карта</b>
        <span className={styles.number}>•••• 7730</span>
      </span>
      <span className={styles.code}>
        <Icon name="barcode" size="large" />
      </span>
    </div>
  )
}

const receipts = [
  { day: '18', month: 'апр', sum: formatMoney(124000), stars: 87 },
  { day: '14', month: 'апр', sum: formatMoney(48600), stars: 12 },
]

/** A drawing of the last two receipts. */
export function ReceiptsVignette() {
  return (
    <div className={classes('stack gap-2', styles.receipts)}>
      {receipts.map(({ day, month, sum, stars }) => (
        <div className={styles.receipt} key={day}>
          <span className={styles.date}>
            <b>{day}</b> {month}
          </span>
          <span className={styles.sum}>{sum}</span>
          <Stars amount={stars} size="small" />
        </div>
      ))}
    </div>
  )
}
