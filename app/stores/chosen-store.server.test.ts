import { expect, test, vi } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'
import { metrics } from '~/platform/metrics.server'
import type { Store } from '~/gateways/schemas/stores.server'

import { loadChosenStore } from './chosen-store.server'
import { CookieJar } from '~/session/cookies.server'
import { createSealer } from '~/session/seal.server'

const { warn, report } = vi.hoisted(() => ({ warn: vi.fn(), report: vi.fn() }))
vi.mock('~/platform/log.server', () => ({ log: { warn } }))
vi.mock('~/platform/error-reports.server', () => ({ errorReports: { report } }))

/** The number of failed restores by reason in this process. */
async function failuresFor(reason: string): Promise<number> {
  const { values } = await metrics.storeRestoresFailed.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])

function visit(cookie: string, getStore: (input: { storeCode: string }) => Promise<unknown>) {
  const jar = new CookieJar(cookie, { secure: false, sealer })
  const context = {
    cookies: jar,
    gateways: { stores: { getStore } },
    visit: { requestId: 'request-1' },
  } as unknown as Parameters<typeof loadChosenStore>[0]
  return { jar, store: loadChosenStore(context).then(({ chosen }) => chosen) }
}

const named = async ({ storeCode }: { storeCode: string }) =>
  ({ name: `Магазин ${storeCode}`, address: 'г. Москва' }) as Store

test('3.25, 3.33, 4.26: uses the default store when the shopper chose none, and asks for a choice once', async () => {
  const { jar, store } = visit('', named)
  expect(await store).toEqual({
    code: '500768',
    title: 'Магазин 500768',
    address: 'г.\u00a0Москва',
    isReplaced: false,
    shouldAsk: true,
  })
  expect(jar.changes().join()).toContain('v1_store_prompted=1')
  expect(await visit('v1_store_prompted=1', named).store).toMatchObject({ shouldAsk: false })
})

test('4.26: restores a chosen store with leading zeros', async () => {
  expect(await visit('v1_store=012593', named).store).toMatchObject({
    code: '012593',
    title: 'Магазин 012593',
    isReplaced: false,
    shouldAsk: false,
  })
})

test.each([
  ['does not exist', 'unknown', async () => null],
  [
    'cannot be loaded',
    'unavailable',
    async () => {
      throw new GatewayError({ kind: 'network', endpoint: 'x' })
    },
  ],
])(
  '3.25, 4.26, 8.11: reports, counts and replaces with the default a chosen store that %s, and keeps its cookie',
  async (_, reason, failing) => {
    warn.mockReset()
    report.mockReset()
    const before = await failuresFor(reason)
    const { jar, store } = visit('v1_store=511131', async (input) =>
      input.storeCode === '500768' ? named(input) : failing(),
    )
    expect(await store).toMatchObject({ code: '500768', isReplaced: true, title: 'Магазин 500768' })
    expect(warn).toHaveBeenCalledOnce()
    expect(report).toHaveBeenCalledExactlyOnceWith(
      new Error(`The chosen store could not be restored: ${reason}`),
      { requestId: 'request-1' },
    )
    expect(await failuresFor(reason)).toBe(before + 1)
    expect(jar.changes()).toEqual([])
  },
)

test('3.25: uses the code of the default store without a title when no store loads', async () => {
  const failing = async () => {
    throw new GatewayError({ kind: 'open', endpoint: 'x' })
  }
  report.mockReset()
  expect(await visit('', failing).store).toMatchObject({ code: '500768', title: null })
  expect(report).not.toHaveBeenCalled()
})

test('waits one time budget in total when the calls for the chosen and the default store hang', async () => {
  const startedAt = performance.now()
  const { store } = visit('v1_store=511131', () => new Promise(() => undefined))
  expect(await store).toMatchObject({ code: '500768', isReplaced: true, title: null })
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('3.25: ignores an invalid cookie', async () => {
  expect(await visit('v1_store=../x', named).store).toMatchObject({
    code: '500768',
    isReplaced: false,
  })
})
