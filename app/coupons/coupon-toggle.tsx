import { useFetcher } from '@remix-run/react'
import { startTransition, useState, type FormEvent } from 'react'

import { FormId } from '~/forms/form-id'
import { afterPaint } from '~/framework/link-navigation'
import { couponHref } from '~/domain/hrefs'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Tag } from '~/ui/tag'

import type { CouponView } from './coupon-view.server'
import styles from './coupons.module.css'

/** What an active coupon does, in the same words in messages and on every screen. */
export const atTheTill = 'Скидка применится сама, когда покажете карту на кассе.'

type CouponToggleProps = {
  coupon: Pick<CouponView, 'id' | 'title' | 'state'>
  /** The page to return to. */
  returnTo: string
  /** A round button that only activates; the coupon's own screen deactivates. */
  isInList?: boolean
}

/**
 * Activates a coupon, and deactivates an active one on the coupon's own screen. With a script it
 * changes at once, and changes back with a message when the gateway refuses.
 */
export function CouponToggle({ coupon, returnTo, isInList = false }: CouponToggleProps) {
  const isActivated = coupon.state === 'ACTIVATED'
  const fetcher = useFetcher()
  const [isPressed, setIsPressed] = useState(false)
  // The button of a coupon that was activated here stays, so that the focus stays on it.
  const [wasUsed, setWasUsed] = useState(false)
  const isUnderWay = isPressed || fetcher.state !== 'idle'
  const looksActivated = isUnderWay ? !isActivated : isActivated
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
    <fetcher.Form
      method="post"
      action={`${couponHref(coupon.id)}/${isActivated ? 'remove' : 'activate'}`}
      onSubmit={send}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormId />
      <Button
        writes="activate-coupon"
        size={isInList ? 'small' : 'medium'}
        className={isInList ? styles.round : undefined}
        variant={looksActivated ? 'secondary' : 'primary'}
        icon={isInList ? (looksActivated ? 'check' : 'plus') : undefined}
        aria-disabled={isUnderWay || (isInList && isActivated) || undefined}
        aria-label={`${label}: ${coupon.title}`}
      >
        {isInList ? <span className="visually-hidden">{label}</span> : label}
      </Button>
    </fetcher.Form>
  )
}
