import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

import { browserRouter } from './browser-router'

/** The browser handles clicks for another tab, a download or a menu. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/**
 * Opens links of the site without a new document (ui/link).
 * @param stickyPaths loaded as documents while a worker is active: it can serve a stored document, but no
 * data
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
      // The router renders the old screen once more, which would delay the feedback.
      afterPaint(() =>
        navigate(to, {
          preventScrollReset: way === 'stay',
          viewTransition: way === 'fade',
          // As in a browser: a link to the current address adds no history entry.
          replace: link.href === location.href,
        }),
      )
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, stickyPaths])
}

/** Marks the pressed link until the next screen is there, because the network may be slow. */
function showPending(link: HTMLAnchorElement): void {
  link.dataset.pending = ''
  const stop = browserRouter()?.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle' && navigation.location?.pathname === link.pathname) return
    delete link.dataset.pending
    stop?.()
  })
}

/**
 * Runs work after the next frame, so that the press is painted first (Interaction to Next Paint): frame
 * callbacks run before the paint, a task after it.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
