import { expect, test, vi } from 'vitest'

import { setErrorReporter } from '~/platform/report-error'

import { registerWorker } from './register-worker'

test('8.13: a worker that cannot be registered is reported', async () => {
  const error = new TypeError('a broken worker')
  const report = vi.fn()
  setErrorReporter(report)
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(error) } })
  await registerWorker()
  expect(report).toHaveBeenCalledExactlyOnceWith(error, 'service worker')
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('7.24: registers the worker at /sw.js, for the whole site', async () => {
  const register = vi.fn().mockResolvedValue(undefined)
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerWorker()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  expect(register.mock.calls).toEqual([['/sw.js']])
})
