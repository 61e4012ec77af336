import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { appEnv, appNode, startApp } from '../support/app-process'
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

test.each(['/qr/elsewhere', '/qr/print'])(
  '%s has the header no-store and a referrer policy for the same origin',
  async (path) => {
    const response = await visitor.get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
  },
)

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

test('the configuration check reports a missing certificate and a wrong key of passes', () => {
  const check = (settings: Record<string, string>) => {
    try {
      const env = { ...appEnv(server.url), PUBLIC_ORIGIN: 'http://localhost:3998', ...settings }
      return execFileSync(appNode, ['build/server.js', '--check-config'], {
        env,
        stdio: 'pipe',
      }).toString('utf8')
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer }
      return `${stdout}${stderr}`
    }
  }
  expect(check(authority.settings)).not.toContain('PASS_')
  const { PASS_WWDR_FILE: _, ...lacking } = authority.settings
  expect(check(lacking)).toContain('PASS_WWDR: is required with the other settings of passes')
  const wrong = { ...authority.settings, PASS_KEY_FILE: authority.file('pass.pem') }
  expect(check(wrong)).toContain('PASS_KEY: must be an RSA key in PEM')
})
