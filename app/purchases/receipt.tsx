import { Block } from '~/ui/block'
import { Figures } from '~/ui/figures'

import styles from './transaction.module.css'
import type { TransactionView } from './transaction.server'

type ReceiptProps = Pick<TransactionView, 'fiscal' | 'qr'> & {
  receipt: NonNullable<TransactionView['receipt']>
}

/** The receipt: products, discounts and fiscal data. */
export function Receipt({ receipt, fiscal, qr }: ReceiptProps) {
  const sums = [
    ['Без скидки', receipt.full, undefined],
    ['Скидка', receipt.discount, styles.discount],
    ['Итого', receipt.total, styles.total],
  ] as const
  return (
    <Block title="Чек" id="receipt">
      <div className="card">
        <ol className={styles.items}>
          {receipt.items.map(({ name, count, sum }, index) => (
            <li key={index}>
              <span className={styles.name}>{name}</span>
              {count && (
                <span className={styles.count}>
                  <Figures>{count}</Figures>
                </span>
              )}
              {sum && (
                <span className={styles.sum}>
                  <Figures>{sum}</Figures>
                </span>
              )}
            </li>
          ))}
        </ol>
        <dl className={styles.totals}>
          {sums.map(
            ([title, sum, className]) =>
              sum && (
                <div key={title} className={className}>
                  <dt>{title}</dt>
                  <dd>
                    <Figures>{sum}</Figures>
                  </dd>
                </div>
              ),
          )}
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
