import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useSite } from '~/ui/site'

/**
 * After a navigation by script the focus goes to the heading of the new screen, or of a list's next page, as it
 * would after a page load: otherwise a screen reader would stay with a link that is gone.
 */
export function useNavigationFocus(): void {
  const { pathname, search } = useLocation()
  const page = pathname + /(page|offset)=\d+/.exec(search)
  const previous = useRef(page)
  useEffect(() => {
    if (previous.current === page) return
    previous.current = page
    // A filter that leads back to the first page keeps it.
    if (document.activeElement?.matches('input,select')) return
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [page])
}

/**
 * Moves the focus to the error summary, once for each refusal, and says in the title that there are errors.
 * @param refusal another object for each refusal
 * @param hasErrors whether the summary shows any
 */
export function useErrorFocus(refusal: object | undefined, hasErrors: boolean): void {
  const focusedFor = useRef<object>()
  const root = useSite()
  const hasTitle = root?.hasFormErrors ?? false
  useEffect(() => {
    if (!refusal || !hasErrors) return
    if (focusedFor.current !== refusal) document.getElementById('error-summary')?.focus()
    focusedFor.current = refusal
    if (!hasTitle) document.title = `Ошибка: ${document.title.replace(/^Ошибка: /, '')}`
    // The title of the page itself has not changed: nothing else would remove the word.
    return () => {
      document.title = document.title.replace(/^Ошибка: /, '')
    }
  }, [refusal, hasErrors, hasTitle])
}
