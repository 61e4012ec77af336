import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

import { browserRouter } from './browser-router'

/** A click that asks for another tab, a download or a menu is the browser's. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/**
 * Links of the site go to the next screen without loading the document anew (ui/link).
 * @param stickyPaths are left to the browser once a worker rules the page: of a document it can show
 * what it keeps, of a screen's data it cannot
 */
export function useLinkNavigation(stickyPaths: readonly string[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const { target } = event
      const link = target instanceof Element ? target.closest('a') : null
      const way = link?.dataset.nav
      if (!link || way === undefined || link.origin !== location.origin || !isPlain(event)) return
      if (link.target || link.hasAttribute('download')) return
      if (stickyPaths.includes(link.pathname) && navigator.serviceWorker?.controller) return
      event.preventDefault()
      const to = link.pathname + link.search + link.hash
      showPending(link)
      // The router renders the screen that is left once more, which would hold back the answer.
      afterPaint(() =>
        navigate(to, {
          preventScrollReset: way === 'stay',
          viewTransition: way === 'fade',
          // As a browser does: to where one is already leads no way back.
          replace: link.href === location.href,
        }),
      )
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, stickyPaths])
}

/** What was pressed answers at once, until the next screen is there: a slow network takes its time. */
function showPending(link: HTMLAnchorElement): void {
  link.dataset.pending = ''
  const stop = browserRouter()?.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle' && navigation.location?.pathname === link.pathname) return
    delete link.dataset.pending
    stop?.()
  })
}

/**
 * Runs work after the next frame, so that what was pressed is seen to answer first (Interaction to
 * Next Paint): a frame's callbacks run before it is painted, a task after it.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
