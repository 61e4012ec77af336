import { Form, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { FormId } from '~/forms/form-id'
import { formatCountdown } from '~/lib/dates'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'

import styles from './login.module.css'

/**
 * Seconds left until an instant. Both are server times (Unix seconds), because a phone's clock may be
 * wrong. Null until hydration, so that the server's text stays.
 * @param now the server's time when it rendered the page
 */
function useCountdown(until: number, now: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const isHydrated = useHydrated()
  const isFromDocument = useRef(!isHydrated)
  useEffect(() => {
    const lateMs = isFromDocument.current ? sinceDocument() : 0
    isFromDocument.current = false
    const end = (Date.now() - lateMs) / 1000 + until - now
    const count = () => setLeft(Math.max(0, end - Date.now() / 1000))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [until, now])
  return left
}

/** Milliseconds since the navigation started; on a slow network the script starts much later. */
function sinceDocument(): number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document ? performance.now() - document.responseStart : 0
}

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
  /** Makes a repeated post idempotent, so that one SMS is sent. */
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

/** Returns to the phone form from any later step; keeps `returnTo`. */
export function ChangeNumber() {
  const { search } = useLocation()
  return (
    <Link className={styles.more} to={`/login${search}`}>
      Изменить номер
    </Link>
  )
}
