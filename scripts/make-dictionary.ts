// Makes the page dictionary, the common text of the pages (docs/decisions/021), at the end of the build. Two
// shoppers open each kind of page, so that the file has no text of either.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'

import { isPageDictionary } from '../edge/dictionary/page-dictionary'
import { startSandbox, type SandboxServer } from '../sandbox/server'
import { commonText } from '../edge/dictionary/common-text'
import { freePort, untilReady } from './local-server'

const CLIENT = 'build/client'
const PHONES = ['79000000001', '79000000009'] as const
/**
 * The two open different items, so that only the kind of page is common. The later a page is here, the better
 * its kind compresses.
 */
const pages: readonly (readonly [string, string])[] = [
  ['/profile/purchases', '/profile/purchases'],
  ['/stores', '/stores?page=2'],
  ['/actions', '/actions'],
  ['/profile/transactions', '/profile/transactions?offset=20'],
  ['/search?q=сыр', '/search?q=кофе'],
  ['/product/0001000204', '/product/0001001203'],
  ['/profile', '/profile'],
  ['/coupons', '/coupons'],
  ['/catalog/101-moloko', '/catalog/104-tvorog-smetana'],
  ['/qr', '/qr'],
  ['/today', '/today'],
]

interface Site {
  origin: string
  /** Addresses of this run only. */
  hosts: string[]
}

/** Signs a shopper in by the two forms; resolves with the cookies. */
async function signIn(origin: string, { inbox }: SandboxServer['sandbox'], phone: string) {
  const cookies = new Map<string, string>([['v1_onboarded', '1']])
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: header() },
      body: new URLSearchParams(fields),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
  }
  await post('/login', { phone })
  await post('/login/code', { code: inbox.lastCode(phone) ?? '' })
  return header()
}

/** A page without the addresses of this run. */
async function read({ origin, hosts }: Site, path: string, cookie: string): Promise<string> {
  const response = await fetch(origin + path, { headers: { cookie } })
  const isThere = response.status === 200 && new URL(response.url).pathname !== '/login'
  if (!isThere) throw new Error(`${path} was answered with ${response.status} ${response.url}`)
  return hosts.reduce((page, each) => page.replaceAll(each, ''), await response.text())
}

async function readPairs(site: Site, sandbox: SandboxServer['sandbox']) {
  const [one, other] = await Promise.all(PHONES.map((phone) => signIn(site.origin, sandbox, phone)))
  return Promise.all(
    pages.map(
      async ([first, second]) =>
        [await read(site, first, one ?? ''), await read(site, second, other ?? '')] as const,
    ),
  )
}

const sandbox = await startSandbox({ port: 0 })
const port = String(await freePort())
const origin = `http://localhost:${port}`
const app = spawn(process.execPath, ['build/server.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_ORIGIN: origin,
    WEB_GATEWAY_URL: `${sandbox.url}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${sandbox.url}/magnit-id`,
    FRAUD_PROTECTION_URL: `${sandbox.url}/fraud`,
    IMAGE_ORIGINS: sandbox.url,
    SESSION_SECRETS: randomBytes(32).toString('hex'),
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'fatal',
  },
})
const exited = once(app, 'exit')
try {
  await untilReady(origin)
  const text = commonText(
    await readPairs({ origin, hosts: [origin, sandbox.url] }, sandbox.sandbox),
  )
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(isPageDictionary)) rmSync(`${CLIENT}/${file}`)
  writeFileSync(`${CLIENT}/assets/pages-${hash}.dict`, text)
} finally {
  app.kill()
  await Promise.all([exited, sandbox.close()])
}
