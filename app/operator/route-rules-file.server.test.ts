import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rules-'))
const file = join(folder, 'rules.json')
vi.stubEnv('ROUTE_RULES_FILE', file)
const { findRouteRule } = await import('./route-rules-file.server')
const { liveFiles } = await import('~/platform/live-files.server')
afterAll(() => rmSync(folder, { recursive: true }))

test('8.15: a missing file of route rules is logged, and moves no address', async () => {
  const { log } = await import('~/platform/log.server')
  const error = vi.spyOn(log, 'error')
  await liveFiles.open(async () => undefined)
  expect(error.mock.calls).toEqual([
    [{ file: 'ROUTE_RULES_FILE' }, 'a file of the operator is absent'],
  ])
  expect(findRouteRule('/promo')).toBeNull()
})

test('7.20, 8.15: the present build names the rules of the file, also after a bad version of it', async () => {
  const { loader } = await import('./build-meta.resource')
  const buildId = 'present'
  const params = { file: `${buildId}.json` }
  const put = async (text: string) => {
    writeFileSync(file, text)
    for (let check = 1; check <= 3; check += 1) await liveFiles.check()
    const response = await loader({
      params,
      context: { visit: { buildId } },
    } as unknown as LoaderFunctionArgs)
    return response.json() as Promise<unknown>
  }
  const rules = [{ from: '/promo', to: '/offers', status: 301 }]
  expect(await put(JSON.stringify(rules))).toEqual({ buildId, rules })
  expect(await put('{')).toEqual({ buildId, rules })
  expect(findRouteRule('/promo')).toMatchObject({ location: '/offers', status: 301 })
})
