import { expect, test, vi } from 'vitest'

import { clearBadgeWhenSeen } from './app-badge'

test("clears the app's badge when the app comes to the front", () => {
  const page = Object.assign(new EventTarget(), { hidden: true })
  const clearAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { clearAppBadge })
  clearBadgeWhenSeen()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(clearAppBadge).not.toHaveBeenCalled()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(clearAppBadge).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
