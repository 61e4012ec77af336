import { Block } from '~/ui/block'

import styles from './transaction.module.css'
import type { TransactionView } from './transaction.server'

type ReceiptProps = Pick<TransactionView, 'fiscal' | 'qr'> & {
  receipt: NonNullable<TransactionView['receipt']>
}

/** The receipt: what was bought, what came off, and what the tax service knows it by. */
export function Receipt({ receipt, fiscal, qr }: ReceiptProps) {
  return (
    <Block title="Чек" id="receipt">
      <div className={styles.paper}>
        <ol className={styles.items}>
          {receipt.items.map(({ name, count, sum }, index) => (
            <li key={index}>
              <span className={styles.name}>{name}</span>
              {count && <span className={styles.count}>{count}</span>}
              {sum && <span className={styles.sum}>{sum}</span>}
            </li>
          ))}
        </ol>
        <dl className={styles.totals}>
          {receipt.full && (
            <div>
              <dt>Без скидки</dt>
              <dd>{receipt.full}</dd>
            </div>
          )}
          {receipt.discount && (
            <div className={styles.discount}>
              <dt>Скидка</dt>
              <dd>{receipt.discount}</dd>
            </div>
          )}
          <div className={styles.total}>
            <dt>Итого</dt>
            <dd>{receipt.total}</dd>
          </div>
        </dl>
        {fiscal.length > 0 && (
          <div className={styles.fiscal}>
            {qr && (
              <div
                className={styles.qr}
                role="img"
                aria-label="QR-код чека для проверки в налоговой"
                dangerouslySetInnerHTML={{ __html: qr }}
              />
            )}
            <dl>
              {fiscal.map(({ label, title, value }) => (
                <div key={label}>
                  <dt>
                    <abbr title={title}>{label}</abbr>
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </Block>
  )
}
