import { withTimeout } from '~/lib/with-timeout'

const LIMIT_MS = 3000

/**
 * Keeps the screen on while the page is visible.
 * @param onRefused called with true when the browser refused, with false when it agreed
 * @returns a function that ends it
 */
export function keepAwake(onRefused: (isRefused: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null
  let isLeft = false

  async function hold() {
    if (document.visibilityState !== 'visible') return
    try {
      const { wakeLock } = navigator as Partial<Navigator>
      if (!wakeLock) throw new Error('no wake lock')
      await withTimeout(async () => {
        lock = await wakeLock.request('screen')
        if (isLeft) await lock.release()
        else onRefused(false)
      }, LIMIT_MS)
    } catch {
      // Low battery or an old home-screen app; the card works without it.
      if (!isLeft) onRefused(true)
    }
  }

  void hold()
  document.addEventListener('visibilitychange', hold)
  return () => {
    isLeft = true
    document.removeEventListener('visibilitychange', hold)
    void lock?.release()
  }
}
