import { useState } from 'react'
import { Form } from '@remix-run/react'

import type { FilterView, ProductsListView } from './product-list-view.server'
import { tracked } from '~/analytics/tracked'

import type { useAutoSubmit } from '~/ui/auto-submit'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { classes } from '~/ui/classes'
import { describedBy, FieldError, isInvalid } from '~/ui/field'
import { Chips } from '~/ui/chips'
import styles from './product-filters.module.css'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Live } from '~/ui/live'
import { Select } from '~/ui/select'

type ProductsFiltersProps = Pick<
  ProductsListView,
  'sorts' | 'chosen' | 'resetHref' | 'path' | 'carried' | 'filters'
> & {
  /** Set by the client layer: the form submits itself after a choice. */
  autoSubmit?: ReturnType<typeof useAutoSubmit> | undefined
}

/**
 * Order and filters of a list of products: one GET form in a row, with the chosen values below it.
 */
export function ProductsFilters({
  sorts,
  filters,
  chosen,
  resetHref,
  path,
  carried,
  autoSubmit,
}: ProductsFiltersProps) {
  // Only initially; later the shopper opens and closes it.
  const hasErrors = filters?.some(
    (each) => each.kind === 'range' && each.ends.some(({ error }) => error),
  )
  const [isOpen] = useState(chosen.length > 0 || hasErrors)
  const toggles = filters?.filter((filter) => filter.kind === 'toggle') ?? []
  return (
    <div className="stack gap-3">
      <Form
        className={styles.row}
        method="get"
        action={path}
        preventScrollReset
        {...autoSubmit}
        aria-label="Порядок и фильтры"
      >
        {carried.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Select
          className={styles.sort}
          aria-label="Порядок"
          name="sort"
          value={sorts.find(({ isCurrent }) => isCurrent)?.value ?? ''}
          options={sorts}
        />
        <noscript>
          <Button size="small">Применить</Button>
        </noscript>
        {filters && filters.length > 0 && (
          <details className={styles.details} open={isOpen}>
            <summary className={styles.summary} {...tracked('Filters:Open', {})}>
              <Icon name="filter" />
              Фильтры
              {chosen.length > 0 && <span className={styles.count}>{chosen.length}</span>}
            </summary>
            <div className={classes('card', styles.form)}>
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
                  <Link className={styles.reset} to={resetHref} preventScrollReset>
                    Сбросить всё
                  </Link>
                )}
              </div>
            </div>
          </details>
        )}
      </Form>
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
          {filter.ends.map((end) => (
            <RangeEnd {...end} key={end.name} />
          ))}
        </div>
        {filter.ends.map(({ name, error }) => (
          <FieldError id={name} key={name}>
            {error}
          </FieldError>
        ))}
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

type RangeEndProps = Extract<FilterView, { kind: 'range' }>['ends'][number]

function RangeEnd({ name, label, limit, value, error }: RangeEndProps) {
  return (
    <div className={styles.end}>
      <label className={styles.endLabel} htmlFor={name}>
        <Live>{`${label} `}</Live>
        {limit && <span className={styles.amount}>{limit}</span>}
      </label>
      <input
        id={name}
        name={name}
        type="text"
        aria-invalid={isInvalid(error, false)}
        aria-describedby={describedBy(name, null, error)}
        inputMode="decimal"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={value}
      />
    </div>
  )
}
