// Makes the page dictionary, the common text of the pages (docs/decisions/021), at the end of the build. Two
// shoppers open each kind of page, so that the file has no text of either.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'

import { isPageDictionary } from '../edge/dictionary/page-dictionary'
import { startSandbox } from '../sandbox/server'
import { commonText } from './common-text'
import { freePort, startBuilt, untilReady } from './local-server'

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

const sandbox = await startSandbox({ port: 0 })
const port = String(await freePort())
const origin = `http://localhost:${port}`

/** Signs a shopper in by the two forms; resolves with the cookies. */
async function signIn(phone: string) {
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
  await post('/login/code', { code: sandbox.sandbox.inbox.lastCode(phone) ?? '' })
  return header()
}

/** A page without the addresses of this run. */
async function read(path: string, cookie: string): Promise<string> {
  const response = await fetch(origin + path, { headers: { cookie } })
  const isThere = response.status === 200 && new URL(response.url).pathname !== '/login'
  if (!isThere) throw new Error(`${path} was answered with ${response.status} ${response.url}`)
  return (await response.text()).replaceAll(origin, '').replaceAll(sandbox.url, '')
}

async function readPairs() {
  const [one = '', other = ''] = await Promise.all(PHONES.map(signIn))
  return Promise.all(
    pages.map(
      async ([first, second]) => [await read(first, one), await read(second, other)] as const,
    ),
  )
}

const { PATH } = process.env
const app = startBuilt(sandbox.url, port, { PATH, HOST: '127.0.0.1', LOG_LEVEL: 'fatal' })
const exited = once(app, 'exit')
try {
  await untilReady(origin)
  const text = commonText(await readPairs())
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(isPageDictionary)) rmSync(`${CLIENT}/${file}`)
  writeFileSync(`${CLIENT}/assets/pages-${hash}.dict`, text)
} finally {
  app.kill()
  await Promise.all([exited, sandbox.close()])
}
