/**
 * Clears the dot on the application's icon whenever a page is brought back to the front: the worker
 * sees only those that are loaded.
 */
export function clearBadgeWhenSeen(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    const browser = navigator as { clearAppBadge?: () => Promise<void> }
    browser.clearAppBadge?.().catch(() => undefined)
  })
}
