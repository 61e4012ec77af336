import { expect, test, vi } from 'vitest'

test('8.15: a missing file of route rules is logged, and moves no address', async () => {
  vi.stubEnv('ROUTE_RULES_FILE', '/nowhere/rules.json')
  const { findRouteRule } = await import('./route-rules-file.server')
  const { liveFiles } = await import('~/platform/live-files.server')
  const { log } = await import('~/platform/log.server')
  const error = vi.spyOn(log, 'error')
  await liveFiles.open(async () => undefined)
  expect(error.mock.calls).toEqual([
    [{ file: 'ROUTE_RULES_FILE' }, 'a file of the operator is absent'],
  ])
  expect(findRouteRule('/promo')).toBeNull()
})
