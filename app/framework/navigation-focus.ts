import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useSite } from '~/ui/site'

/**
 * After a navigation by script the focus goes to the new screen's heading, as it would after a
 * page load: otherwise a screen reader would stay with a link that is gone.
 */
export function useNavigationFocus(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [pathname])
}

interface FormState {
  errors: readonly unknown[]
}

/** A form that was refused says so: its summary takes the focus and the title begins with it. */
export function useErrorFocus(failure: FormState | undefined): void {
  const root = useSite()
  const hasTitle = root?.hasFormErrors ?? false
  useEffect(() => {
    if (!failure || failure.errors.length === 0) return
    document.getElementById('error-summary')?.focus()
    if (!hasTitle) document.title = `Ошибка: ${document.title.replace(/^Ошибка: /, '')}`
    // The title of the page itself has not changed: nobody else would take the word away.
    return () => {
      document.title = document.title.replace(/^Ошибка: /, '')
    }
  }, [failure, hasTitle])
}
