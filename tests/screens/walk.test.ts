import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RouteId } from '../../app/routes'
import { facts } from '../../app/screens.server'
import { personas, type Persona } from '../../sandbox/personas'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { addresses } from '../support/examples'
import { pushSettings } from '../support/push-settings'
import { createVisitor, provenPhone } from '../support/visitor'
import { walk, getWays, type PageForm, type Walk } from '../support/walk'

let app: AppProcess
let sandbox: SandboxServer
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url, pushSettings)
})
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

const isHarmless = (id: string) => Object.hasOwn(facts, id) && 'isHarmless' in facts[id as RouteId]

const person = {
  firstName: 'Мария',
  birthDateDay: '13',
  birthDateMonth: '4',
  birthDateYear: '1985',
  isPersonalDataAgreed: 'on',
}

/** How a person with this phone fills in forms. */
const getHands =
  (phone: string) =>
  (form: PageForm, routeId: string): Record<string, string> | null => {
    const { names, method } = form
    if (method === 'GET') return names.includes('q') ? { q: 'молоко' } : {}
    if (isHarmless(routeId)) return {}
    if (names.includes('phone')) return { phone }
    if (names.includes('code') && names.length === 1)
      return { code: sandbox.sandbox.inbox.lastCode(phone) ?? '' }
    if (names.includes('firstName') && !routeId.startsWith('profile/')) return person
    return null
  }

const expectGoodWay = ({ deadEnds, redirects, broken }: Walk) =>
  expect({ deadEnds, redirects, broken }).toEqual({ deadEnds: [], redirects: [], broken: [] })

/** Only these shoppers meet other forms; links.test.ts covers the links of all. */
const walkers = personas.filter(({ key }) => ['new', 'incomplete', 'regular'].includes(key))
const walks = new Map<string, Walk>()

async function getWalk(persona: Persona): Promise<Walk> {
  const visitor = createVisitor(app.origin)
  if (persona.key !== 'new') {
    visitor.cookies.set(...provenPhone(sandbox.sandbox, persona.phone))
    await visitor.post('/login/code', { code: '' })
  }
  return walk(visitor, {
    start: '/today',
    hands: getHands(persona.phone),
    areHandsFirst: persona.key === 'new' || persona.key === 'incomplete',
    each: persona.key === 'regular' ? 3 : 1,
  })
}

describe('by links and forms alone, without a script', () => {
  test('a guest reaches every public screen and signs in', async () => {
    const phone = '79057778899'
    const found = await walk(createVisitor(app.origin), {
      start: '/',
      hands: getHands(phone),
      each: 1,
    })
    walks.set('guest', found)
    expectGoodWay(found)
    expect([...found.reached]).toEqual(
      expect.arrayContaining([
        'sign-in/code.screen',
        'welcome/onboarding.screen',
        'today/today.screen',
      ]),
    )
  })

  test.each(walkers.map((persona) => [persona.title, persona] as const))(
    'the persona «%s» meets no dead end, no redirect and no missing page',
    async (_, persona) => {
      const found = await getWalk(persona)
      walks.set(persona.key, found)
      expectGoodWay(found)
      expect(found.reached).toContain('offers/actions.screen')
      expect(found.reached).toContain('install/install.screen')
    },
  )

  test('every address of the product is linked, or marked as unlinked', () => {
    const reached = new Set([...walks.values()].flatMap(({ reached: ids }) => [...ids]))
    expect(walks.size).toBe(walkers.length + 1)
    const unlinked = addresses.filter(({ id }) => facts[id].unlinked).map(({ id }) => id)
    const missed = addresses.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
    expect(missed.sort(), 'link to it, or say `unlinked` in app/screens.server.ts').toEqual(
      unlinked.sort(),
    )
  })
})

test('the walker finds links of the content, of the footer, and forms', () => {
  const html = `<body><a href="https://other.example/">x</a><a href="#content">y</a>
    <nav aria-label="Разделы"><a href="/wide">z</a></nav><a class="a" href="/one?a=1&amp;b=2">1</a>
    <form method="post" action="/verb"><input type="hidden" name="id" value="7"/>
    <input type="checkbox" name="no"/><button name="key" value="k">Да</button></form>
    <footer><a href="/terms">t</a></footer></body>`
  expect(getWays(html, '/here')).toEqual({
    links: ['/one?a=1&b=2'],
    footerLinks: ['/terms'],
    forms: [{ method: 'POST', action: '/verb', fields: { id: '7', key: 'k' }, names: ['no'] }],
  })
})
