import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'

import { ErrorSummary } from '~/forms/error-summary'
import { useErrorFocus } from '~/framework/navigation-focus'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { formatNumber } from '~/lib/numbers'
import { pageTitle } from '~/lib/page-title'
import { plural } from '~/lib/plural'
import { kindWords } from '~/lib/transaction-words'
import { requireShopper } from '~/session/guards.server'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'

import { FindForm } from './find-form'
import { findPath, LONGEST_WORDS, readFindQuery } from './find-query.server'
import styles from './find.module.css'
import { findPurchases, RECEIPTS_MS, type Found } from './find.server'
import { MonthSection } from './month-section'
import screen from './transactions.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, `${data?.errors.length ? 'Ошибка: ' : ''}Найти покупку`),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { typed, errors, conditions, offset } = readFindQuery(new URL(request.url).searchParams)
  const { found } = conditions
    ? await loadBlocks(
        { found: findPurchases(context.gateways, conditions, offset) },
        { found: BUDGET_MS.critical + RECEIPTS_MS },
      )
    : { found: undefined }
  return {
    typed,
    errors,
    kinds: Object.entries(kindWords).map(([kind, label]) => ({ kind, label })),
    longestWords: LONGEST_WORDS,
    isAsked: conditions !== null,
    words: conditions?.words ?? [],
    isContinued: offset !== null,
    found: found ?? null,
    ways: {
      here: findPath(typed, offset),
      first: findPath(typed, null),
      next: typeof found?.nextOffset === 'number' ? findPath(typed, found.nextOffset) : null,
    },
  }
}

export default function FindScreen() {
  const known = useLoaderData<typeof loader>()
  const { errors, isAsked, found, ways } = known
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(known)
  return (
    <div className={screen.screen}>
      <ErrorSummary errors={errors} />
      <PageHeader title="Найти покупку" backTo="/profile/transactions" backLabel="Покупки и чеки" />
      <FindForm {...known} isBusy={isBusy} />
      {isAsked && !found && <BlockError retryHref={ways.here} title="Поиск не удался" />}
      {found && <Finds {...known} found={found} />}
    </div>
  )
}

type FindsProps = {
  found: Found
  words: string[]
  isContinued: boolean
  ways: { here: string; first: string; next: string | null }
}

function Finds({ found, words, isContinued, ways }: FindsProps) {
  const { months, count, missed } = found
  if (count === 0 && !ways.next && !isContinued && missed === 0) return <NothingFound />
  return (
    <>
      <div className={styles.told}>
        <p className={styles.count} role="status">
          {foundText(found, ways.next !== null)}
        </p>
        <Looked found={found} hasWords={words.length > 0} />
      </div>
      {missed > 0 && (
        <Notice
          tone="warning"
          title={`${formatNumber(missed)} ${plural(missed, 'чек не загрузился', 'чека не загрузились', 'чеков не загрузились')}`}
          text="В этих покупках товары не просмотрены: искали только в названии и адресе магазина."
          action={
            <ButtonLink to={ways.here} variant="secondary" size="small" icon="refresh">
              Повторить
            </ButtonLink>
          }
        />
      )}
      {months.map((month) => (
        <MonthSection key={month.key} month={month} words={words} />
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

function foundText({ count, looked }: Found, hasMore: boolean): string {
  if (!looked) return 'Дальше операций нет'
  if (count > 0)
    return `${plural(count, 'Найдена', 'Найдены', 'Найдено')} ${count} ${plural(count, 'операция', 'операции', 'операций')}`
  return hasMore ? 'Здесь ничего не нашлось, но просмотрено не всё' : 'Здесь ничего не нашлось'
}

function Looked({ found: { looked, nextOffset }, hasWords }: { found: Found; hasWords: boolean }) {
  if (!looked) return null
  const what = hasWords ? 'операции и чеки' : 'операции'
  return (
    <p className={styles.looked}>
      Просмотрены {what} {looked.days}: {formatNumber(looked.count)} из {formatNumber(looked.total)}
      {nextOffset === null && '. Больше искать негде'}
    </p>
  )
}

function NothingFound() {
  return (
    <EmptyState
      illustration="not-found"
      title="Ничего не нашлось"
      text="Проверьте, нет ли опечатки, попробуйте одно слово вместо нескольких или уберите часть условий."
      action={
        <ButtonLink to="/profile/transactions" variant="secondary">
          Все покупки
        </ButtonLink>
      }
    />
  )
}
