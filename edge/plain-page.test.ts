import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { sendPlainPage } from './plain-page'

function sent(status: number, reference?: string): string {
  let body = ''
  const response = {
    headersSent: false,
    req: { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0' } },
    setHeader: () => undefined,
    end: (text: string) => void (body = text),
  } as never as ServerResponse
  sendPlainPage(response, status, reference)
  return body
}

test('an error page shows the trace id that the log has', () => {
  expect(sent(500, '4bf92f35')).toContain('Код ошибки для поддержки: <code>4bf92f35</code>')
})

test('a page for a refused request shows no trace id', () =>
  expect(sent(404)).not.toContain('Код ошибки'))
