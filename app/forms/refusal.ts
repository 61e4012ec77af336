import { useLocation, useNavigation } from '@remix-run/react'
import { useState } from 'react'

/**
 * Keeps the refusal of a form until it is sent again with success. The router drops action data with its next
 * load, such as a refresh, and with it the captcha and the form's id.
 * @param now `useActionData`; null after a post without a response
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
