import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { addressOf, createViewers, screens } from '../support/screens'
import { hashOfScript, inlineScriptsOf, scriptHashesOf } from '../support/inline-scripts'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

let sandbox: SandboxServer
let app: AppProcess
/** Nobody has been there before. */
let alone: AppProcess
let comers: { origin: string; shopper: Visitor }[]
let viewers: ReturnType<typeof createViewers>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  ;[app, alone] = await Promise.all([startApp(sandbox.url), startApp(sandbox.url)])
  comers = [app, alone].map(({ origin }) => ({ origin, shopper: createVisitor(origin) }))
  for (const { shopper } of comers) await signIn(shopper, sandbox.sandbox, '79000000011')
  viewers = createViewers(app.origin, sandbox)
}, 60_000)
afterAll(async () => {
  await Promise.all([app.stop(), alone.stop()])
  await sandbox.close()
})

/** What differs between two visits of one screen by what it is: ids of forms, and the time a code was fetched. */
const withoutIds = (html: string) =>
  html
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')

async function look(visitor: Visitor, path: string) {
  const answer = await visitor.get(path)
  const html = await answer.text()
  return { html, allowed: scriptHashesOf(answer), scripts: inlineScriptsOf(html) }
}

test.each(['/today', '/qr', '/coupons', '/profile/transactions'])(
  'what may run on %s is the same whoever looks and whatever is shown to them',
  async (path) => {
    const shoppers = [await viewers(undefined), comers[0]!.shopper]
    const [one, other] = await Promise.all(shoppers.map((shopper) => look(shopper, path)))
    expect(withoutIds(one!.html)).not.toBe(withoutIds(other!.html))
    expect(one!.allowed.length).toBeGreaterThan(0)
    expect(one!.allowed).toEqual(other!.allowed)
  },
)

/** An offer to install is made once; a question is another one each time. */
const different = ['today', 'add a card', 'rate a purchase']

test.each(screens.filter(({ name, seenBy }) => seenBy !== 'guest' && !different.includes(name)))(
  'the screen «$name» that was kept is the one that would be made, and its scripts may run',
  async (screen) => {
    const visitor = await viewers(screen.seenBy)
    const path = await addressOf(screen, visitor)
    let visits: Awaited<ReturnType<typeof look>>[] = []
    // Kept from the second visit on: the third is given what the second made. A part that missed
    // its time on a busy machine makes another page, and all three are asked for again.
    await expect
      .poll(
        async () => {
          visits = []
          for (let each = 0; each < 3; each += 1) visits.push(await look(visitor, path))
          return new Set(visits.map(({ html }) => withoutIds(html))).size
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    for (const { allowed, scripts } of visits) expect(allowed).toEqual(scripts.map(hashOfScript))
  },
)

test.each(['/profile', '/catalog/101-moloko', '/stores', '/profile/transactions'])(
  'who looks at %s behind others sees the page that would be there without them',
  async (path) => {
    const visitor = await viewers(undefined)
    for (let each = 0; each < 3; each += 1) await look(visitor, path)
    const see = async ({ origin, shopper }: (typeof comers)[number]) =>
      withoutIds((await look(shopper, path)).html).replaceAll(origin, '')
    await expect
      .poll(async () => {
        const [behind, first] = await Promise.all(comers.map(see))
        return behind === first
      })
      .toBe(true)
  },
)
