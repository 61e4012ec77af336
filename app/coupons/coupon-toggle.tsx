import { useFetcher } from '@remix-run/react'
import { startTransition, useState, type FormEvent } from 'react'

import { afterPaint } from '~/framework/link-navigation'
import { Button } from '~/ui/button'

type CouponToggleProps = {
  couponId: string
  title: string
  isActivated: boolean
  /** The page to return to. */
  returnTo: string
  /** Makes a repeated post of this form idempotent. */
  formId: string
  size?: 'medium' | 'small'
}

/**
 * Activates or deactivates a coupon. With a script the button changes at once, and changes back
 * with a message when the gateway refuses.
 */
export function CouponToggle({
  couponId,
  title,
  isActivated,
  returnTo,
  formId,
  size = 'small',
}: CouponToggleProps) {
  const fetcher = useFetcher()
  const [isPressed, setIsPressed] = useState(false)
  const isUnderWay = isPressed || fetcher.state !== 'idle'
  const looksActivated = isUnderWay ? !isActivated : isActivated
  const verb = isActivated ? 'remove' : 'activate'
  // The router's work before it sends a form would delay the response to the tap.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setIsPressed(true)
    afterPaint(() => {
      // In one update with the router's own change; otherwise the button would flicker.
      startTransition(() => setIsPressed(false))
      fetcher.submit(form, { preventScrollReset: true })
    })
  }
  return (
    <fetcher.Form method="post" action={`/coupons/${couponId}/${verb}`} onSubmit={send}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="formId" value={formId} />
      <Button
        writes={`${verb}-coupon`}
        size={size}
        variant={looksActivated ? 'secondary' : 'primary'}
        icon={looksActivated ? 'check' : undefined}
        aria-disabled={isUnderWay || undefined}
        aria-label={`${looksActivated ? 'Убрать' : 'Активировать'}: ${title}`}
      >
        {looksActivated ? 'Убрать' : 'Активировать'}
      </Button>
    </fetcher.Form>
  )
}
