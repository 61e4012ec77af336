import { Figures } from '~/ui/figures'
import { ListRow, RowList } from '~/ui/list-row'

import styles from './today.module.css'
import type { ReceiptView } from './today.server'

/** The last purchases. */
export function Receipts({ receipts }: { receipts: ReceiptView[] }) {
  if (receipts.length === 0)
    return <p className="muted">Покажите карту на кассе — и здесь появится первый чек.</p>
  return (
    <RowList>
      {receipts.map(({ id, title, when, money, stars }) => (
        <ListRow
          key={id}
          to={`/profile/transactions/${id}`}
          icon="receipt"
          title={<span className="clamped">{title}</span>}
          text={[when, stars].filter(Boolean).join(' · ')}
          end={
            money && (
              <span className={styles.money}>
                <Figures>{money}</Figures>
              </span>
            )
          }
        />
      ))}
    </RowList>
  )
}
