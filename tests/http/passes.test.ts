import { expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { createPassAuthority, unzip } from '../support/pass-authority'
import { createVisitor, signIn } from '../support/visitor'

const PHONE = '79000000001'
const authority = createPassAuthority()

const { app, server, sandbox, signedIn } = await startSite({
  ...authority.settings,
  LOG_LEVEL: 'trace',
})
const visitor = await signedIn(PHONE)
const number = () => sandbox.state.user(PHONE).cards[0]!

test('a pass has its content type and is not cached', async () => {
  const response = await visitor.get('/qr/pass')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="card.pkpass"')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  expect(files.get('pass.json')?.toString('utf8')).toContain(number())
  const html = await (await visitor.get('/qr/elsewhere')).text()
  expect(html).toContain('href="/qr/pass"')
})

test('redirects to a page with a message after ten Wallet passes in an hour', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn += 1)
    statuses.push((await visitor.get('/qr/pass', { accept: 'text/html' })).status)
  expect(statuses.at(-1)).toBe(302)
  const page = await (await visitor.get('/qr/elsewhere')).text()
  expect(page).toContain('Слишком много карт для Wallet за час')
})

test('logs no card number', async () => {
  await expect.poll(() => app.log()).toContain('card/pass.resource')
  expect(app.log()).not.toContain(number())
})

test('offers no passes without signing keys', async () => {
  const plain = await startApp(server.url)
  try {
    const other = createVisitor(plain.origin)
    await signIn(other, sandbox, '79000000009')
    expect(await (await other.get('/qr/elsewhere')).text()).not.toContain('/qr/pass')
    expect((await other.get('/qr/pass')).status).toBe(404)
  } finally {
    await plain.stop()
  }
})
