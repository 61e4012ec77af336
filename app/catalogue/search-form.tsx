import { useEffect, useRef } from 'react'
import { Form } from '@remix-run/react'

import { Button } from '~/ui/button'
import styles from './search-form.module.css'

type SearchFormProps = {
  action: string
  /** The purpose of the search, for screen readers. */
  label: string
  term?: string
  placeholder?: string
  id?: string
}

/** A search field with its button; a plain GET form. */
export function SearchForm({ action, label, term = '', placeholder, id = 'q' }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef<string | undefined>(undefined)
  // Going back restores that page's text and keeps the focus. Input from before hydration and
  // during navigation stays.
  useEffect(() => {
    const { current } = field
    return () => {
      if (current && (sent.current ?? current.value) === current.value)
        current.value = current.defaultValue
      sent.current = undefined
    }
  }, [term])
  return (
    <Form
      className={styles.form}
      method="get"
      action={action}
      role="search"
      onSubmit={() => void (sent.current = field.current?.value)}
    >
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        className={styles.field}
        id={id}
        name="q"
        type="search"
        defaultValue={term}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
      />
      <Button icon="search" className={styles.button} aria-label="Найти">
        Найти
      </Button>
    </Form>
  )
}
