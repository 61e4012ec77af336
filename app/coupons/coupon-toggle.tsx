import { useFetcher } from '@remix-run/react'
import { startTransition, useState, type FormEvent } from 'react'

import { afterPaint } from '~/framework/link-navigation'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Tag } from '~/ui/tag'

import styles from './coupons.module.css'

type CouponToggleProps = {
  couponId: string
  title: string
  isActivated: boolean
  /** The page to return to. */
  returnTo: string
  /** Makes a repeated post of this form idempotent. */
  formId: string
  /** A round button that only activates; the coupon's own screen removes. */
  isInList?: boolean
}

/**
 * Activates a coupon, and removes an active one on the coupon's own screen. With a script it changes
 * at once, and changes back with a message when the gateway refuses.
 */
export function CouponToggle({
  couponId,
  title,
  isActivated,
  returnTo,
  formId,
  isInList = false,
}: CouponToggleProps) {
  const fetcher = useFetcher()
  const [isPressed, setIsPressed] = useState(false)
  // The button of a coupon that was activated here stays, so that the focus stays on it.
  const [wasUsed, setWasUsed] = useState(false)
  const isUnderWay = isPressed || fetcher.state !== 'idle'
  const looksActivated = isUnderWay ? !isActivated : isActivated
  const verb = isActivated ? 'remove' : 'activate'
  // The router's work before it sends a form would delay the response to the tap.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isInList && isActivated) return
    const form = event.currentTarget
    setIsPressed(true)
    setWasUsed(true)
    afterPaint(() => {
      // In one update with the router's own change; otherwise the button would flicker.
      startTransition(() => setIsPressed(false))
      fetcher.submit(form, { preventScrollReset: true })
    })
  }
  const label = looksActivated ? (isInList ? 'Активен' : 'Убрать') : 'Активировать'
  if (isInList && isActivated && !wasUsed)
    return (
      <Tag tone="success">
        <Icon name="check" size="small" />
        {label}
      </Tag>
    )
  return (
    <fetcher.Form method="post" action={`/coupons/${couponId}/${verb}`} onSubmit={send}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="formId" value={formId} />
      <Button
        writes={isInList ? 'activate-coupon' : `${verb}-coupon`}
        size={isInList ? 'small' : 'medium'}
        className={isInList ? styles.round : undefined}
        variant={looksActivated ? 'secondary' : 'primary'}
        icon={looksActivated ? 'check' : isInList ? 'plus' : undefined}
        aria-disabled={isUnderWay || (isInList && isActivated) || undefined}
        aria-label={`${label}: ${title}`}
      >
        {isInList ? <span className="visually-hidden">{label}</span> : label}
      </Button>
    </fetcher.Form>
  )
}
