import { Form, useSearchParams } from '@remix-run/react'

import { ChangeNumber } from './change-number'
import { useCountdown } from './countdown'
import { formatCountdown } from '~/lib/dates'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'

import styles from './login.module.css'

interface AnotherCodeProps {
  expires: number
  expiresAt: string
  isExpired: boolean
  /** Two posts of one form send one text. */
  formId: string
}

/** A new code once the last one has run out, or another number. */
export function AnotherCode({ expires, expiresAt, isExpired, formId }: AnotherCodeProps) {
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  const left = useCountdown(expires)
  const canResend = left === null ? isExpired : left === 0
  return (
    <div className={styles.another}>
      {canResend ? (
        <Form method="post" action={`/login/resend${query}`}>
          <input type="hidden" name="formId" value={formId} />
          <p>Срок действия кода истёк.</p>
          <Button writes="sign-in" variant="secondary" fullWidth>
            Отправить новый код
          </Button>
        </Form>
      ) : (
        <>
          <p>
            {left === null
              ? `Код действует до ${expiresAt} (МСК).`
              : `Код действует ещё ${formatCountdown(left)}.`}
            {' После этого можно запросить новый.'}
          </p>
          <noscript>
            <Link to={`/login/code${query}`}>Обновить страницу</Link>
          </noscript>
        </>
      )}
      <ChangeNumber />
    </div>
  )
}
