import { Form, useLocation } from '@remix-run/react'

import { ChangeNumber } from './change-number'
import { useCountdown } from './countdown'
import { FormId } from '~/forms/form-id'
import { formatCountdown } from '~/lib/dates'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'

import styles from './login.module.css'

interface AnotherCodeProps {
  /** True when all tries were wrong: the code is invalid before it expires. */
  isSpent: boolean
  /**
   * When another code is possible and when the page was rendered (Unix seconds), and the server's
   * text.
   */
  from: number
  now: number
  fromText: string
  mayAsk: boolean
  /** Names the number that the new code is for. */
  number: string
  /** Makes a repeated post idempotent, so that one text is sent. */
}

const DEAD = 'Этот код больше не действует.'

/** Requests a new code once the last one has expired or is invalid, or changes the number. */
export function AnotherCode(props: AnotherCodeProps) {
  const { isSpent, from, now, fromText, mayAsk, number } = props
  const { search } = useLocation()
  const left = useCountdown(from, now)
  const canResend = left === null ? mayAsk : left === 0
  return (
    <div className={classes('stack gap-3', styles.another)}>
      {canResend ? (
        <Form
          className={classes('stack gap-3', styles.another)}
          method="post"
          action={`/login/resend${search}`}
        >
          <FormId />
          <input type="hidden" name="number" value={number} />
          <p>{isSpent ? DEAD : 'Срок действия кода истёк.'}</p>
          <Button writes="sign-in" variant="secondary" fullWidth>
            Отправить новый код
          </Button>
        </Form>
      ) : (
        <>
          <p>
            {isSpent
              ? `${DEAD} Новый можно запросить ${left === null ? fromText : `через ${formatCountdown(left)}`}.`
              : `Код действует ${left === null ? fromText : `ещё ${formatCountdown(left)}`}. После этого можно запросить новый.`}
          </p>
          <noscript>
            <Link to={`/login/code${search}`}>Обновить страницу</Link>
          </noscript>
        </>
      )}
      <ChangeNumber />
    </div>
  )
}
