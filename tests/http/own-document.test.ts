import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { getInlineScripts } from '../support/inline-scripts'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

let sandbox: SandboxServer
let app: AppProcess
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url)
})
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

/** A nonce belongs to one response: two with the same nonce are cached. */
async function getNonce(visitor: Visitor, path: string): Promise<string | null | undefined> {
  const html = await (await visitor.get(path)).text()
  return getInlineScripts(html)[0]?.nonce
}

test('each visit of each shopper gets a document with its own nonce', async () => {
  const one = createVisitor(app.origin)
  const other = createVisitor(app.origin)
  await signIn(one, sandbox.sandbox, '79050004411')
  await signIn(other, sandbox.sandbox, '79050004422')
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
