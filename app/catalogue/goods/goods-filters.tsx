import { useState, type FormEvent, type FocusEvent, type Ref } from 'react'
import { Form } from '@remix-run/react'

import type { FilterView } from './good-view'
import { classes } from '~/ui/classes'
import type { LinkView } from '~/ui/chips'
import { tracked } from '~/analytics/tracked'

import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { Chips } from '~/ui/chips'
import styles from './goods-filters.module.css'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Live } from '~/ui/live'

type GoodsFiltersProps = {
  filters: FilterView[]
  chosen: LinkView[]
  resetTo: string
  path: string
  /** Hidden fields of the form. */
  carried: { name: string; value: string }[]
  /** Set by the client layer: the form submits itself after a choice. */
  autoSubmit?: {
    ref: Ref<HTMLFormElement>
    onChange(event: FormEvent<HTMLFormElement>): void
    onBlur(event: FocusEvent<HTMLFormElement>): void
    onSubmit(event: FormEvent<HTMLFormElement>): void
  }
}

/**
 * The filters of a list of products: a GET form behind one button, with the chosen values above it.
 */
export function GoodsFilters({
  filters,
  chosen,
  resetTo,
  path,
  carried,
  autoSubmit,
}: GoodsFiltersProps) {
  // Only initially; later the shopper opens and closes it.
  const [isOpen] = useState(chosen.length > 0)
  if (filters.length === 0) return null
  const toggles = filters.filter((filter) => filter.kind === 'toggle')
  return (
    <div className="stack gap-3">
      <details className={styles.details} open={isOpen}>
        <summary className={styles.summary} {...tracked('Filters:Open', {})}>
          <Icon name="filter" />
          Фильтры
          {chosen.length > 0 && <span className={styles.count}>{chosen.length}</span>}
        </summary>
        <Form
          className={classes('card', styles.form)}
          method="get"
          action={path}
          preventScrollReset
          {...autoSubmit}
          aria-label="Фильтры"
        >
          {carried.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className={styles.groups}>
            {filters.map((filter) => (
              <Filter filter={filter} key={filter.id} />
            ))}
            {toggles.length > 0 && (
              <div>
                {toggles.map(({ id, title, isOn }) => (
                  <Checkbox
                    key={id}
                    id={`filter-${id}`}
                    name={`f.${id}`}
                    value="true"
                    label={title}
                    defaultChecked={isOn}
                  />
                ))}
              </div>
            )}
          </div>
          <div className={styles.buttons}>
            <Button size="small">Показать товары</Button>
            {chosen.length > 0 && (
              <Link className={styles.reset} to={resetTo} preventScrollReset>
                Сбросить всё
              </Link>
            )}
          </div>
        </Form>
      </details>
      <Chips label="Выбранные фильтры" links={chosen} isRemoving keepsPlace />
    </div>
  )
}

function Filter({ filter }: { filter: FilterView }) {
  const { id, title } = filter
  if (filter.kind === 'toggle') return null
  if (filter.kind === 'range')
    return (
      <fieldset>
        <legend className={styles.legend}>{title}</legend>
        <div className={styles.range}>
          <RangeEnd id={`from.${id}`} label="от" limit={filter.least} value={filter.from} />
          <RangeEnd id={`to.${id}`} label="до" limit={filter.most} value={filter.to} />
        </div>
      </fieldset>
    )
  return (
    <fieldset>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.values}>
        {filter.values.map(({ value, title: name, count, isChosen }, place) => (
          <Checkbox
            key={value}
            id={`filter-${id}-${place}`}
            name={`f.${id}`}
            value={value}
            label={
              <>
                <Live>{`${name} `}</Live>
                <span className={styles.amount}>{count}</span>
              </>
            }
            defaultChecked={isChosen}
          />
        ))}
      </div>
      {filter.omitted > 0 && (
        <p
          className={styles.omitted}
        >{`Показаны самые частые, ещё ${filter.omitted} — в поиске`}</p>
      )}
    </fieldset>
  )
}

type RangeEndProps = { id: string; label: string; limit: string; value: string }

function RangeEnd({ id, label, limit, value }: RangeEndProps) {
  return (
    <div className={styles.end}>
      <label className={styles.endLabel} htmlFor={id}>
        <Live>{`${label} `}</Live>
        {limit && <span className={styles.amount}>{limit}</span>}
      </label>
      <input
        id={id}
        name={id}
        type="text"
        inputMode="decimal"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={value}
      />
    </div>
  )
}
