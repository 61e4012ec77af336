import { useFetcher } from '@remix-run/react'
import { startTransition, useState, type FormEvent } from 'react'

import { afterPaint } from '~/framework/link-navigation'
import { Button } from '~/ui/button'

type CouponToggleProps = {
  couponId: string
  title: string
  isActivated: boolean
  /** The page to come back to. */
  returnTo: string
  /** Tells two posts of one form from one post each of two. */
  formId: string
  size?: 'medium' | 'small'
}

/**
 * Activates a coupon, or lets it go. With a script the button turns at once; when the gateway
 * refuses, the page says so and the button turns back.
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
  // What the router does before it sends a form would hold back the answer to the tap.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setIsPressed(true)
    afterPaint(() => {
      // With the router's own change, which is one: the button would turn back in between.
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
