/**
 * Clears the app's badge when a page comes back to the front; the service worker only sees page
 * loads.
 */
export function clearBadgeWhenSeen(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    const browser = navigator as { clearAppBadge?: () => Promise<void> }
    browser.clearAppBadge?.().catch(() => undefined)
  })
}
