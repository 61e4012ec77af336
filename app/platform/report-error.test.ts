import { afterEach, expect, test, vi } from 'vitest'

import { createErrorReporter } from './error-reporter'

type Listener = (event: object) => void

/** A page that has just started; its errors wait until the reporter is set. */
async function openPage() {
  vi.resetModules()
  const listeners = new Map<string, Listener>()
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) =>
    listeners.set(type, listener),
  )
  const page = await import('./report-error')
  page.watchErrors()
  const happen = (type: string, event: object) => {
    const preventDefault = vi.fn()
    listeners.get(type)!({ ...event, preventDefault })
    return preventDefault
  }
  return { ...page, happen }
}

afterEach(() => void vi.unstubAllGlobals())

test('8.13: errors before the reporter is loaded reach it once, in their order, and later ones at once', async () => {
  const { reportError, setErrorReporter, happen } = await openPage()
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((text) => new Error(text))
  happen('error', { error: first })
  happen('unhandledrejection', { reason: second })
  reportError(third, 'service worker')
  const report = vi.fn()
  setErrorReporter(report)
  expect(report.mock.calls).toEqual([
    [first, 'script'],
    [second, 'script'],
    [third, 'service worker'],
  ])
  report.mockClear()
  setErrorReporter(report)
  expect(report).not.toHaveBeenCalled()
  happen('unhandledrejection', { reason: fourth })
  expect(report.mock.calls).toEqual([[fourth, 'script']])
})

test('8.13: a rejection of a skipped view transition alone is no error', async () => {
  const { setErrorReporter, happen } = await openPage()
  const report = vi.fn()
  setErrorReporter(report)
  const skipped = new DOMException('Transition was skipped', 'AbortError')
  expect(happen('unhandledrejection', { reason: skipped })).toHaveBeenCalledOnce()
  expect(report).not.toHaveBeenCalled()
  for (const reason of [new DOMException('full', 'QuotaExceededError'), new Error('transition')]) {
    expect(happen('unhandledrejection', { reason })).not.toHaveBeenCalled()
    expect(report).toHaveBeenLastCalledWith(reason, 'script')
  }
})

test('8.13: the browser posts each error to /errors once, five at most, and no thrown status', () => {
  const send = vi.fn<(url: string, init: { body: string }) => Promise<void>>(async () => undefined)
  vi.stubGlobal('fetch', send)
  const report = createErrorReporter('browser', () => 'build-1')
  for (const thrown of [{ status: 404, data: '' }, new Response(null, { status: 404 }), null])
    report(thrown, 'screen')
  expect(send).not.toHaveBeenCalled()
  for (const text of ['1', '1', '2', '3', '4', '5', '6']) report(new TypeError(text), 'screen')
  const sent = send.mock.calls.map(([url, { body }]) => {
    const { message } = JSON.parse(body) as { message: string }
    return [url, message]
  })
  expect(sent).toEqual(['1', '2', '3', '4', '5'].map((text) => ['/errors', text]))
  expect(send.mock.calls[0]![1]).toMatchObject({ method: 'POST', keepalive: true })
  expect(JSON.parse(send.mock.calls[0]![1].body)).toMatchObject({
    ...{ where: 'browser', what: 'screen', name: 'TypeError', build: 'build-1' },
  })
})
