import { describe, expect, test, vi } from 'vitest'

import { mayReload } from './navigation-resilience'
import { createLimitedQueue } from './prefetch'
import { letGo, pullTo } from '~/shell/pull-to-refresh'
import { watchForUpdate } from '~/offline/register-worker'
import { closeAfterMs, closeToast, showToast, toastStore } from '~/ui/toasts'

describe('a pull to refresh', () => {
  test.each([
    [0, 'pending'],
    [-20, 'pending'],
    [40, 'pulling'],
    [110, 'pulling'],
    [200, 'releasing'],
  ])('of %i px is in the phase «%s»', (finger, phase) => expect(pullTo(finger).phase).toBe(phase))

  test('moves the page by at most 80 px', () => expect(pullTo(5000).distance).toBe(80))

  test('refreshes only when it is released far enough', () => {
    expect(letGo(pullTo(200))).toEqual({ phase: 'refreshing', distance: 50 })
    expect(letGo(pullTo(60))).toEqual({ phase: 'pending', distance: 0 })
  })
})

describe('toasts', () => {
  test.each([
    [{ theme: 'success', persistent: false }, 5000],
    [{ theme: 'info', persistent: false }, 3000],
    [{ theme: 'error', persistent: true }, null],
  ] as const)('with the options %j close after this number of ms (null: never): %s', (toast, ms) =>
    expect(closeAfterMs(toast)).toBe(ms),
  )

  test('replace one another at the same position, and have the role `alert` for errors', () => {
    showToast({ title: 'first' })
    const top = showToast({ title: 'top', position: 'top', theme: 'error' })
    const second = showToast({ title: 'second' })
    expect(toastStore.get().map(({ title, type }) => [title, type])).toEqual([
      ['top', 'alert'],
      ['second', 'status'],
    ])
    closeToast(top)
    closeToast(second)
    expect(toastStore.get()).toEqual([])
  })
})

test('reloads a page for a missing file once in ten seconds', () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  const now = 1_000_000
  expect([0, 1, 9_999, 10_000].map((later) => mayReload(storage, now + later))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('prefetches four screens at a time, each once', async () => {
  const started: string[] = []
  const finish: (() => void)[] = []
  const add = createLimitedQueue(4, (key) => {
    started.push(key)
    return new Promise((resolve) => finish.push(resolve))
  })
  for (const key of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) add(key)
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd'])
  finish[0]?.()
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('reports an update when a new service worker is installed, but not for the first worker', () => {
  const worker = Object.assign(new EventTarget(), { state: 'installed' })
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: worker })
  const onReady = vi.fn()
  const container = { controller: null as unknown }
  watchForUpdate(registration as never, container as never, onReady)
  registration.dispatchEvent(new Event('updatefound'))
  worker.dispatchEvent(new Event('statechange'))
  expect(onReady).not.toHaveBeenCalled()
  container.controller = {}
  worker.dispatchEvent(new Event('statechange'))
  expect(onReady).toHaveBeenCalledWith(worker)
})
