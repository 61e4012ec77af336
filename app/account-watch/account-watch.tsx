import { Form } from '@remix-run/react'

import { Button } from '~/ui/button'
import { Link } from '~/ui/link'
import { Notice } from '~/ui/notice'

import type { AccountWatchView } from './account-watch.server'
import styles from './account-watch.module.css'

/** Asks whether what has changed in the account was the shopper; nothing where nothing has. */
export function AccountWatch({ watch }: { watch: AccountWatchView | null }) {
  if (!watch) return null
  return (
    <Notice
      tone="warning"
      title="Это были не вы?"
      role={watch.isNew ? 'status' : undefined}
      text={<ChangeList watch={watch} />}
      action={<Answers mark={watch.mark} />}
    />
  )
}

/** What has changed: each with its time, place, sum and number, and where to see it. */
export function ChangeList({ watch: { lines, more } }: { watch: AccountWatchView }) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ title, facts, to }) => (
        <li key={title + facts}>
          <Link className={styles.title} to={to}>
            {title}
          </Link>
          {facts}
        </li>
      ))}
      {more !== 0 && (
        <li>
          <Link to="/profile/transactions">
            {more === null ? 'Возможно, и другие операции' : `И ещё операций: ${more}`}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The two answers, each an address of its own. */
export function Answers({ mark, isDenied = false }: { mark: string; isDenied?: boolean }) {
  return (
    <div className={styles.answers}>
      <Form method="post" action="/today/it-was-me">
        <input type="hidden" name="mark" value={mark} />
        <Button variant="secondary" size="small">
          Да, это я
        </Button>
      </Form>
      {!isDenied && (
        <Form method="post" action="/today/not-me">
          <Button variant="secondary" size="small">
            Нет, не я
          </Button>
        </Form>
      )}
    </div>
  )
}
