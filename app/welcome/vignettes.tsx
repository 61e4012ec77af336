import { formatMoney } from '~/lib/money'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Points } from '~/ui/points'
import { Tag } from '~/ui/tag'

import styles from './vignettes.module.css'

/** A star for each hundred roubles, as in the sandbox. */
const pointsFor = (kopecks: number) => Math.floor(kopecks / 10_000)

const bought = [
  ['Зелень и овощи', 64_400],
  ['Хлеб на закваске', 18_200],
  ['Творог 5 %', 41_900],
] as const

/** A drawing of earned points. */
export function PointsVignette() {
  return (
    <div className={styles.points}>
      <div className={classes('stack gap-2', styles.slip)}>
        {bought.map(([name, sum]) => (
          <span className={styles.line} key={name}>
            {name} <b>{formatMoney(sum)}</b>
          </span>
        ))}
      </div>
      <div className={styles.gain}>
        <span>Начислим</span>
        <Points amount={pointsFor(bought.reduce((all, [, sum]) => all + sum, 0))} size="medium" />
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
  { day: '18', month: 'апр', sum: 124_000 },
  { day: '14', month: 'апр', sum: 48_600 },
]

/** A drawing of the last two receipts. */
export function ReceiptsVignette() {
  return (
    <div className={classes('stack gap-2', styles.receipts)}>
      {receipts.map(({ day, month, sum }) => (
        <div className={styles.receipt} key={day}>
          <span className={styles.date}>
            <b>{day}</b> {month}
          </span>
          <span className={styles.sum}>{formatMoney(sum)}</span>
          <Points amount={pointsFor(sum)} size="small" />
        </div>
      ))}
    </div>
  )
}
