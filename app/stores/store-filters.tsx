import { Form, useLocation } from '@remix-run/react'

import { useAutoSubmit } from '~/ui/auto-submit'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { Select } from '~/ui/select'
import { TextField } from '~/ui/text-field'

import type { StoreSearch } from './store-list.server'
import styles from './stores.module.css'

type StoreFiltersProps = {
  search: StoreSearch
  types: { type: string; label: string }[]
  returnTo: string | null
}

/** A GET form with address, type and «open now»; submits itself with a script. */
export function StoreFilters({ search, types, returnTo }: StoreFiltersProps) {
  const auto = useAutoSubmit(useLocation().search, 'q')
  const { term, type, openNow, near } = search
  return (
    <Form className={styles.filters} method="get" action="/stores" role="search" {...auto}>
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <div className={styles.term}>
        <TextField
          name="q"
          label="Город, улица или название"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          defaultValue={term}
        />
        <Button icon="search" className={styles.find} aria-label="Найти">
          Найти
        </Button>
      </div>
      <div className={styles.conditions}>
        <div className={styles.kind}>
          <Select
            name="type"
            aria-label="Вид магазина"
            value={type ?? ''}
            options={[
              { value: '', label: 'Любой вид' },
              ...types.map(({ type: value, label }) => ({ value, label })),
            ]}
          />
        </div>
        <Checkbox name="open" value="1" label="Открыто сейчас" defaultChecked={openNow} />
      </div>
      {near && (
        <>
          <input type="hidden" name="lat" value={near.latitude} />
          <input type="hidden" name="lon" value={near.longitude} />
        </>
      )}
    </Form>
  )
}
