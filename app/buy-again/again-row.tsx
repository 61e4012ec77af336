import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'
import { Tag } from '~/ui/tag'

import styles from './again.module.css'
import type { AgainView } from './again.server'

/** One position of a receipt: today's product, or a link to search for it. */
export function AgainRow({ row }: { row: AgainView }) {
  const { name, then, found, good, today, change, searchTo } = row
  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        <Picture src={good?.picture ?? null} alt="" size={72} />
      </span>
      <div className={styles.body}>
        {good ? (
          <Link className={classes('clamped', styles.name)} to={good.to}>
            {name}
          </Link>
        ) : (
          <span className={classes('clamped', styles.name)}>{name}</span>
        )}
        {(today ?? then) && (
          <p className={styles.prices}>
            {today && (
              <>
                <span className="visually-hidden">Сегодня </span>
                <b>{today}</b>
              </>
            )}
            {then && <span className={styles.then}>{`тогда ${then}`}</span>}
          </p>
        )}
        {(change || good?.stockText) && (
          <p className={styles.notes}>
            {change && <Tag tone={change.tone}>{change.word}</Tag>}
            {good && (good.stock === 'none' || good.stock === 'few') && (
              <span className={styles.stock}>{good.stockText}</span>
            )}
          </p>
        )}
        {found === 'none' && (
          <p className={styles.notes}>
            <span>В каталоге магазина такого нет.</span>
            <Link to={searchTo} aria-label={`Найти похожее: ${name}`}>
              Найти похожее
            </Link>
          </p>
        )}
        {found === 'adults' && (
          <p className={styles.notes}>
            <span>Товар для взрослых: цену покажем, когда подтвердите возраст.</span>
            <Link to={searchTo} aria-label={`Подтвердить возраст: ${name}`}>
              Подтвердить возраст
            </Link>
          </p>
        )}
        {found === 'unknown' && <p className={styles.notes}>Цену узнать не удалось.</p>}
      </div>
    </li>
  )
}
