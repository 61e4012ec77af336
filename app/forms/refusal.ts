import { useLocation, useNavigation } from '@remix-run/react'
import { useState } from 'react'

/**
 * What a screen's form was refused for, until it is sent again with success: the router forgets it with whatever
 * is loaded next, such as a refresh, and would take with it what was typed and the captcha.
 * @param now what `useActionData` has
 */
export function useRefusal<Refusal extends object>(now: Refusal | undefined): Refusal | undefined {
  const { pathname } = useLocation()
  const { formMethod, formAction } = useNavigation()
  const isSending = formMethod === 'POST' && formAction?.split('?')[0] === pathname
  const [known, setKnown] = useState({ refusal: now, isSending })
  const isNew = now !== undefined && now !== known.refusal
  if (isNew || isSending !== known.isSending) {
    const isTaken = known.isSending && !isSending && !now
    setKnown({ refusal: isNew ? now : isTaken ? undefined : known.refusal, isSending })
  }
  return known.refusal
}
