import type { AppLoadContext } from '@remix-run/node'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { startErrorService } from '../../tests/support/error-service'

const { received, dsn } = await startErrorService()
afterAll(() => vi.unstubAllEnvs())

/** The reports of a process with this address of the service. */
async function openReports(service: string) {
  vi.stubEnv('SENTRY_DSN', service)
  vi.stubEnv('RELEASE', '1.2.3')
  vi.resetModules()
  return (await import('./error-reports.server')).errorReports
}

describe('a fatal error', () => {
  test.each(['of a server', 'of a page'])(
    '%s is reported with type, file, request id and release, without personal data',
    async (kind) => {
      received.length = 0
      const reports = await openReports(dsn)
      const error = new TypeError('No card 1234 5678 9012 3456 for +7 (900) 000-00-01')
      const tags = { requestId: 'request-1' }
      const request = new Request('https://shop.example/product/123?q=secret', {
        headers: { Cookie: 'canary-cookie' },
      })
      const page = { request, params: {}, context: {} as AppLoadContext }
      // The same error is sent once a minute.
      for (let times = 0; times < 2; times += 1)
        if (kind === 'of a server') reports.report(error, tags)
        else reports.reportPage(error, page, tags)
      await reports.flush()

      expect(received).toHaveLength(1)
      const [text = ''] = received
      expect(text).toContain('TypeError')
      expect(text).toContain('No card … for …')
      expect(text).toContain('error-reports.server.test.ts')
      expect(text).toContain('"requestId":"request-1"')
      expect(text).toContain('"release":"1.2.3"')
      for (const canary of [
        '1234 5678',
        '000-00',
        'server_name',
        'breadcrumbs',
        '"user"',
        '"request"',
        'shop.example',
        'canary-cookie',
      ])
        expect(text).not.toContain(canary)
    },
  )

  test('causes no further error when the service for error reports is down', async () => {
    const reports = await openReports('http://public@127.0.0.1:1/1')
    reports.report(new Error('lost'))
    await expect(reports.flush()).resolves.toBeUndefined()
  })
})
