import { Form } from '@remix-run/react'

import type { ErrorsByName } from '~/forms/form-errors'
import { classes } from '~/ui/classes'
import { useShownForm } from '~/ui/auto-submit'
import { Button, ButtonLink } from '~/ui/button'
import { Details } from '~/ui/details'
import { TextField } from '~/ui/text-field'
import { formatNumber, plural } from '~/lib/numbers'
import { EmptyState } from '~/ui/block'
import { Figures } from '~/ui/figures'

import type { Typed } from './find-query.server'
import styles from './find.module.css'
import type { SearchPage } from './find.server'
import { MonthSection } from './month-section'

type FindFormProps = {
  typed: Typed
  errors: ErrorsByName
  kinds: { kind: string; label: string }[]
  maxTermLength: number
  isBusy: boolean
}

/** The search form: terms, and behind one tap a sum, days and a type. */
export function FindForm({ typed, errors, kinds, maxTermLength, isBusy }: FindFormProps) {
  // After going back, the form shows the search of that address, and the focus stays in its field.
  const { ref, noteSent } = useShownForm(JSON.stringify(typed))
  const { q, ...rest } = typed
  const isNarrowed = Object.values(rest).some(Boolean)
  const field = (name: keyof Typed) => ({
    name,
    id: `find-${name}`,
    defaultValue: typed[name],
    errors: errors[name] ?? undefined,
    autoComplete: 'off',
    enterKeyHint: 'search' as const,
  })
  return (
    <Form
      ref={ref}
      onSubmit={noteSent}
      className={classes('stack gap-3', styles.form)}
      method="get"
      action="/profile/transactions/search"
      role="search"
      noValidate
    >
      <TextField
        {...field('q')}
        label="Что искать"
        hint="Название операции или адрес магазина"
        type="search"
        maxLength={maxTermLength}
      />
      <Details summary="Сумма, даты и вид операции" open={isNarrowed}>
        <div className={styles.conditions}>
          <TextField {...field('sumFrom')} label="Сумма от, ₽" inputMode="decimal" maxLength={20} />
          <TextField {...field('sumTo')} label="Сумма до, ₽" inputMode="decimal" maxLength={20} />
          <TextField {...field('since')} label="С даты" type="date" />
          <TextField {...field('until')} label="По дату" type="date" />
          <div className={styles.kind}>
            <label htmlFor="kind">Вид операции</label>
            <select key={typed.kind} id="kind" name="kind" defaultValue={typed.kind}>
              <option value="">Любой</option>
              {kinds.map(({ kind, label }) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </div>
      </Details>
      <div>
        <Button icon="search" aria-disabled={isBusy}>
          {isBusy ? 'Ищем…' : 'Найти'}
        </Button>
      </div>
    </Form>
  )
}

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
