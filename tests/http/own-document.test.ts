import { expect, test } from 'vitest'

import { startSite } from '../support/site'
import { getInlineScripts } from '../support/inline-scripts'
import { signIn, type Visitor } from '../support/visitor'

const { sandbox, guest } = await startSite()
/** A nonce belongs to one response: two with the same nonce are cached. */
async function getNonce(visitor: Visitor, path: string): Promise<string | null | undefined> {
  const html = await (await visitor.get(path)).text()
  return getInlineScripts(html)[0]?.nonce
}

test('each visit of each shopper gets a document with its own nonce', async () => {
  const one = guest()
  const other = guest()
  await signIn(one, sandbox, '79050004411')
  await signIn(other, sandbox, '79050004422')
  for (const path of ['/qr', '/today', '/profile', '/catalog/101-moloko', '/stores']) {
    const nonces = [
      await getNonce(one, path),
      await getNonce(other, path),
      await getNonce(one, path),
      await getNonce(other, path),
    ]
    expect(
      nonces.every((nonce) => nonce && nonce.length > 20),
      path,
    ).toBe(true)
    expect(new Set(nonces).size, path).toBe(nonces.length)
  }
})
