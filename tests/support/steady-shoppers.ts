import { setTimeout as sleep } from 'node:timers/promises'

import type { Sandbox } from '../../sandbox/sandbox'
import { createVisitor, signIn, type Visitor } from './visitor'
import { LACKS_DATA } from './lacks-data'

const SHOPPERS = 6
const PAGES = ['/qr', '/coupons', '/profile', '/today.data', '/terms']
const STAY = 20
/** Time that a person looks at the result. */
const LOOK_MS = 60
/** Retries of requests that a busy machine delayed; a failure of a release persists. */
const TRIES = 10

let nextPhone = 79087000000

/** Shoppers who sign in, look around, activate a coupon, stay a while and return as others. */
export function createShoppers(where: { url: string; site: string; sandbox: Sandbox }) {
  const failures: string[] = []
  const did = { signIn: 0, read: 0, activate: 0 }
  let isOver = false

  /** Reloads a part that missed its time, as its button offers. */
  async function read(visitor: Visitor, path: string, tries = TRIES): Promise<string> {
    const response = await visitor.get(path)
    const text = await response.text()
    const isWhole = !LACKS_DATA.test(text)
    if (response.status === 200 && !isWhole && tries > 1) return read(visitor, path, tries - 1)
    if (response.status !== 200 || !isWhole)
      failures.push(
        `${path}: ${response.status} ${response.headers.get('X-Balancer') ?? response.headers.get('Location') ?? ''}`,
      )
    did.read += 1
    return text
  }

  async function come(): Promise<void> {
    const phone = String((nextPhone += 1))
    const visitor = createVisitor(where.url, where.site)
    const response = await signIn(visitor, where.sandbox, phone)
    if (response.headers.get('Location') !== '/today')
      failures.push(`sign-in: ${response.status} ${response.headers.get('Location') ?? ''}`)
    did.signIn += 1
    const [action] = /\/coupons\/\d+\/activate/.exec(await read(visitor, '/coupons')) ?? []
    if (action) await activate(visitor, phone, action)
    for (let visit = 0; visit < STAY && !isOver; visit += 1)
      await Promise.all([read(visitor, PAGES[visit % PAGES.length]!), sleep(LOOK_MS)])
  }

  /** Retries a response that offers it: the gateway did not respond, or the token expired on the way. */
  async function activate(
    visitor: Visitor,
    phone: string,
    action: string,
    tries = TRIES,
  ): Promise<void> {
    const form = { formId: crypto.randomUUID(), returnTo: '/coupons' }
    const { status, headers } = await visitor.post(action, form)
    const id = /\d+/.exec(action)?.[0]
    const coupon = where.sandbox.state
      .user(phone)
      .coupons.find(({ favoriteId }) => favoriteId === id)
    const isDone = coupon?.state === 'ACTIVATED'
    if (status === 303 && !isDone && tries > 1) {
      // Shown once, on the next page.
      const page = await (await visitor.get('/coupons')).text()
      if (page.includes('Попробуйте ещё раз')) return activate(visitor, phone, action, tries - 1)
    }
    if (status !== 303 || !isDone)
      failures.push(`${action}: ${status} ${headers.get('Location') ?? ''} ${coupon?.state}`)
    did.activate += 1
  }

  const all = Array.from({ length: SHOPPERS }, async () => {
    while (!isOver) await come().catch((error: unknown) => void failures.push(String(error)))
  })
  return {
    failures,
    did,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}
