import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { personas, type Persona } from '../../sandbox/personas'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { pushSettings } from '../support/push-settings'
import { routeIds } from '../support/routes'
import { createVisitor, provenPhone } from '../support/visitor'
import { walk, waysOf, type PageForm, type Walk } from '../support/walk'

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

/** Verbs that a walk may send: none of them ends it or takes anything away for good. */
const harmless = new Set([
  'welcome/consent.action',
  'today/dismiss.action',
  'coupons/activate.action',
  'coupons/remove.action',
  'offers/activate.action',
  'stores/choose.action',
  'catalogue/confirm-age.action',
  'profile/confirm-email.action',
  'profile/theme.action',
  'profile/start.action',
  'push/quiet.action',
])

/** What nobody is led to by a link or a form, and why that is right. */
const reasons: Record<string, string> = {
  'framework/not-found.screen': 'every address that there is none of',
  'sign-in/pause.screen': 'where a limit leads who asks for too many codes',
  'sign-in/resend.action': 'another code is offered a minute after the first',
  'card/card-code.resource': 'the script of the card asks for the next code',
  'card/pass.resource': 'offered where the operator signs passes',
  'stores/points.resource': 'the script of the map asks for its marks',
  'account-watch/it-was-me.action': 'a question that a device asks from its second day on',
  'account-watch/not-me.action': 'the other answer to that question',
  'push/change.action': 'a switch that the script saves at once; without one its form saves all',
  'push/enrol.resource': 'the script enrols a browser',
  'push/messages.resource': 'a server posts messages to relay',
  'reminders/due.resource': 'the worker asks what there is to remind of',
  'shell/dismiss-notice.action': 'offered while an operator has a notice',
  'profile/illegal.resource': 'an old address that leads on',
  'analytics/events.resource': 'the script tells of taps',
  'platform/errors.resource': 'the script tells of faults',
  'platform/csp-reports.resource': 'browsers report what the policy refused',
  'install/manifest.resource': 'browsers read it',
  'welcome/robots.resource': 'search engines read it',
  'welcome/sitemap.resource': 'search engines read it',
  'welcome/security-txt.resource': 'researchers read it',
  'framework/reload.resource': 'the script loads a page anew after a deploy',
  'framework/build-meta.resource': 'operators read it',
}

const person = {
  firstName: 'Мария',
  birthDateDay: '13',
  birthDateMonth: '4',
  birthDateYear: '1985',
  isPersonalDataAgreed: 'on',
}

/** How a person with this phone fills forms in. */
const handsOf =
  (phone: string) =>
  (form: PageForm, routeId: string): Record<string, string> | null => {
    const { names, method } = form
    if (method === 'GET') return names.includes('q') ? { q: 'молоко' } : {}
    if (harmless.has(routeId)) return {}
    if (names.includes('phone')) return { phone }
    if (names.includes('code') && names.length === 1)
      return { code: sandbox.sandbox.inbox.lastCode(phone) ?? '' }
    if (names.includes('firstName') && !routeId.startsWith('profile/')) return person
    return null
  }

const expectGoodWay = ({ deadEnds, redirects, broken }: Walk) =>
  expect({ deadEnds, redirects, broken }).toEqual({ deadEnds: [], redirects: [], broken: [] })

const walks = new Map<string, Walk>()

async function walkOf(persona: Persona): Promise<Walk> {
  const visitor = createVisitor(app.origin)
  if (persona.key !== 'new') {
    visitor.cookies.set(...provenPhone(sandbox.sandbox, persona.phone))
    await visitor.post('/login/code', { code: '' })
  }
  return walk(visitor, {
    start: '/today',
    hands: handsOf(persona.phone),
    areHandsFirst: persona.key === 'new' || persona.key === 'incomplete',
    each: persona.key === 'regular' ? 3 : 1,
  })
}

describe('without a script, by links and forms alone', () => {
  test('a guest comes from the door to everything that guests have, and in', async () => {
    const phone = '79057778899'
    const found = await walk(createVisitor(app.origin), {
      start: '/',
      hands: handsOf(phone),
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

  test.each(personas.map((persona) => [persona.title, persona] as const))(
    '«%s» finds no dead end, nothing that leads on, and nothing that is not there',
    async (_, persona) => {
      const found = await walkOf(persona)
      walks.set(persona.key, found)
      expectGoodWay(found)
      expect(found.reached).toContain('offers/actions.screen')
      expect(found.reached).toContain('install/install.screen')
    },
  )

  test('every address of the product is reached, or there is a reason', () => {
    const reached = new Set([...walks.values()].flatMap(({ reached: ids }) => [...ids]))
    expect(walks.size).toBe(personas.length + 1)
    expect(routeIds.filter((id) => !reached.has(id)).sort()).toEqual(Object.keys(reasons).sort())
  })
})

test('the walker sees what is there: a page without a way on, a form, a foreign link', () => {
  const html = `<body><a href="https://other.example/">x</a><a href="#content">y</a>
    <nav aria-label="Разделы"><a href="/wide">z</a></nav><a class="a" href="/one?a=1&amp;b=2">1</a>
    <form method="post" action="/verb"><input type="hidden" name="id" value="7"/>
    <input type="checkbox" name="no"/><button name="key" value="k">Да</button></form>
    <footer><a href="/terms">t</a></footer></body>`
  expect(waysOf(html, '/here')).toEqual({
    links: ['/one?a=1&b=2'],
    footerLinks: ['/terms'],
    forms: [{ method: 'POST', action: '/verb', fields: { id: '7', key: 'k' }, names: ['no'] }],
  })
})
