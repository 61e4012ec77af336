import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useSite } from '~/ui/site'

/**
 * Moves the focus to the heading of the new screen, or of a list's next page, after a navigation by script,
 * as a document load would. Otherwise a screen reader stays at a removed link.
 */
export function useNavigationFocus(): void {
  const { pathname, search } = useLocation()
  const page = pathname + /(page|offset)=\d+/.exec(search)
  const previous = useRef(page)
  useEffect(() => {
    if (previous.current === page) return
    previous.current = page
    // A filter that returns to the first page keeps the focus.
    if (document.activeElement?.matches('input,select')) return
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [page])
}

/** The summary of several errors, else the only wrong field. */
const errorTarget = () =>
  ['#error-summary', 'form [aria-invalid=true]', 'form [id$=-error]']
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find(Boolean)

/**
 * Focuses the error summary, or the only wrong field, once for each refusal, and adds the errors to the title.
 * @param refusal another object for each refusal
 * @param hasErrors whether the summary shows any
 */
export function useErrorFocus(refusal: object | undefined, hasErrors: boolean): void {
  const focusedFor = useRef<object>()
  const root = useSite()
  const hasTitle = root?.hasFormErrors ?? false
  useEffect(() => {
    if (!refusal || !hasErrors) return
    if (focusedFor.current !== refusal) errorTarget()?.focus()
    focusedFor.current = refusal
    if (!hasTitle) document.title = `Ошибка: ${document.title.replace(/^Ошибка: /, '')}`
    // The page's own title has not changed, so React would not restore it.
    return () => {
      document.title = document.title.replace(/^Ошибка: /, '')
    }
  }, [refusal, hasErrors, hasTitle])
}
