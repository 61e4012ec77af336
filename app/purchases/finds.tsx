import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'
import { EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Figures } from '~/ui/figures'

import styles from './find.module.css'
import type { SearchPage } from './find.server'
import { MonthSection } from './month-section'

type FindsProps = {
  found: SearchPage
  isContinued: boolean
  /** The time zone of the times, if it differs from the shopper's. */
  clock: string | null
  ways: { first: string; next: string | null }
}

/** The results of a search page, the searched days and the link to the next page. */
export function Finds({ found, isContinued, clock, ways }: FindsProps) {
  const { months, count } = found
  if (count === 0 && !ways.next && !isContinued) return <NothingFound />
  return (
    <>
      <div className={styles.summary}>
        <p className={styles.count} role="status">
          {foundText(found, ways.next !== null)}
        </p>
        <Looked {...found} />
        {clock && <p className={styles.looked}>{clock}</p>}
      </div>
      {months.map((month) => (
        <MonthSection key={month.key} month={month} />
      ))}
      <div className={styles.ways}>
        {ways.next && <ButtonLink to={ways.next}>Искать дальше</ButtonLink>}
        {isContinued && (
          <ButtonLink to={ways.first} variant="secondary">
            Искать с начала
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function foundText({ count, looked }: SearchPage, hasMore: boolean): string {
  if (!looked) return 'Дальше операций нет'
  if (count > 0)
    return `${plural(count, 'Найдена', 'Найдены', 'Найдено')} ${count} ${plural(count, 'операция', 'операции', 'операций')}`
  return hasMore ? 'Здесь ничего не нашлось, но просмотрено не всё' : 'Здесь ничего не нашлось'
}

function Looked({ looked, nextOffset }: SearchPage) {
  if (!looked) return null
  return (
    <p className={styles.looked}>
      <Figures>{`Просмотрены операции ${looked.days}: ${formatNumber(looked.count)} из ${formatNumber(looked.total)}${nextOffset === null ? '. Больше искать негде' : ''}`}</Figures>
    </p>
  )
}

function NothingFound() {
  return (
    <EmptyState
      illustration="not-found"
      title="Ничего не&nbsp;нашлось"
      text="Проверьте, нет ли опечатки, попробуйте одно слово вместо нескольких или уберите часть условий."
      action={
        <ButtonLink to="/profile/transactions" variant="secondary">
          Все покупки
        </ButtonLink>
      }
    />
  )
}
