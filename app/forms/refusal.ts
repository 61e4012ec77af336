import { useLocation, useNavigation } from '@remix-run/react'
import { useState } from 'react'

/**
 * The refusal of a screen's form until it is sent again with success: the router drops action data with whatever it
 * loads next, such as a refresh, and the captcha and the form's id with them.
 * @param now what `useActionData` has: null after a post that got no answer
 */
export function useRefusal<Refusal extends object>(
  now: Refusal | null | undefined,
): Refusal | undefined {
  const { pathname } = useLocation()
  const { formMethod, formAction } = useNavigation()
  const isSending = formMethod === 'POST' && formAction?.split('?')[0] === pathname
  const [last, setLast] = useState({ refusal: now ?? undefined, isSending, pathname })
  const isNew = Boolean(now) && now !== last.refusal
  if (isNew || isSending !== last.isSending || pathname !== last.pathname) {
    const isOver = pathname !== last.pathname || (last.isSending && !isSending)
    const refusal = now ?? (isOver ? undefined : last.refusal)
    setLast({ refusal, isSending, pathname })
  }
  return last.refusal
}
