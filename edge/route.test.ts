import { expect, test } from 'vitest'

import { redirectMoved } from './route'
import type { Visit } from './visit'

/** The ending, status and `Location` of a request for an address with a rule. */
function request(method: string, status: 301 | 302 | 307 | 308) {
  const seen: unknown[] = []
  const response = {
    removeHeader: () => undefined,
    writeHead: (code: number, { Location }: { Location: string }) => seen.push(code, Location),
    end: () => undefined,
  }
  const visit = { request: { method }, response, url: '/old?a=1' } as unknown as Visit
  const location = '/new?a=1'
  return [redirectMoved(visit, () => ({ location, status, isExternal: false })), ...seen]
}

test.each([301, 302, 307, 308] as const)(
  '2.45: redirects a document by a rule with its status %i, and no form',
  (status) => {
    for (const method of ['GET', 'HEAD'])
      expect(request(method, status)).toEqual(['answered', status, '/new?a=1'])
    expect(request('POST', status)).toEqual([null])
  },
)
