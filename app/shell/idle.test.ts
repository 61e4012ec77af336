import { afterEach, expect, test, vi } from 'vitest'

import * as browserRouter from '~/framework/browser-router'
import * as focus from '~/framework/focus-keeper'
import * as prefetch from '~/framework/prefetch'
import * as keeping from '~/install/keeping'
import * as worker from '~/offline/register-worker'
import * as reports from '~/platform/report-error'
import * as badge from '~/push/app-badge'
import * as push from '~/push/push-browser'
import { closeToast, toastStore } from '~/ui/toasts'

import { startIdleLayer, tellUnanswered } from './idle'

/** Replaces the browser's parts; returns the calls that tests look at. */
function prepare() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  for (const [module, name] of [
    [prefetch, 'watchPrefetch'],
    [focus, 'keepFocus'],
    [keeping, 'watchKeeping'],
    [badge, 'clearBadgeWhenSeen'],
  ] as const)
    vi.spyOn(module as Record<string, () => unknown>, name).mockReturnValue(undefined)
  const state = { loaderData: { root: { pushKey: 'key' } } }
  const router = { state } as unknown as browserRouter.BrowserRouter
  vi.spyOn(browserRouter, 'browserRouter').mockReturnValue(router)
  vi.spyOn(reports, 'setErrorReporter').mockReturnValue(undefined)
  return {
    register: vi.spyOn(worker, 'registerWorker'),
    check: vi.spyOn(push, 'checkSubscription').mockResolvedValue(true),
  }
}

afterEach(() => void vi.useRealTimers())

test('9.5: checks the push subscription at each start, with the key of the page, once the worker is registered', async () => {
  const { register, check } = prepare()
  for (const start of [1, 2]) {
    let finish = () => {}
    const registered = new Promise<void>((resolve) => (finish = resolve))
    register.mockReturnValue(registered)
    startIdleLayer()
    await Promise.resolve()
    expect(check).toHaveBeenCalledTimes(start - 1)
    finish()
    await registered
    expect(check).toHaveBeenCalledTimes(start)
  }
  expect(check.mock.calls).toEqual([['key'], ['key']])
})

test.each([
  ['screen', 'Не удалось обновить', false],
  ['more', 'Не удалось загрузить', false],
  ['form', 'Не удалось отправить', true],
] as const)(
  '9.6: the error of an unanswered %s, «%s», is persistent: %s',
  (what, title, persistent) => {
    tellUnanswered(what)
    const [toast] = toastStore.get()
    expect(toast).toMatchObject({ theme: 'error', title, persistent })
    closeToast(toast!.id)
  },
)
