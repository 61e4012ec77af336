import { Form } from '@remix-run/react'

import type { ErrorsByName } from '~/forms/form-errors'
import { classes } from '~/ui/classes'
import { useShownForm } from '~/ui/auto-submit'
import { Button } from '~/ui/button'
import { Details } from '~/ui/details'
import { TextField } from '~/ui/text-field'

import type { Typed } from './find-query.server'
import styles from './find.module.css'

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
