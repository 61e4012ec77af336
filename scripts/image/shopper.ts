import { createVisitor } from '../../tests/support/visitor'
import { answers, expect } from './findings'

const PHONE = '79000000001'

/** Opens the landing and signs in over HTTP: phone, code, main screen, card. */
export async function shop(origin: string, gateways: string): Promise<void> {
  // A process that has just started on a busy machine may respond with 503 first.
  await answers(origin)
  const visitor = createVisitor(origin)
  const page = async (path: string) => (await visitor.get(path)).text()
  expect((await page('/')).includes('<h1'), 'the landing has its heading')
  const script = /\/assets\/[\w.-]+\.js/.exec(await page('/login'))?.[0] ?? '/none'
  expect((await visitor.get(script)).ok, 'a script of the sign-in page is there')
  visitor.cookies.set('v1_onboarded', '1')
  const asked = await visitor.post('/login', { phone: PHONE })
  expect(asked.headers.get('Location') === '/login/code', 'the gateway sends a code')
  const inbox = await fetch(`${gateways}/__sandbox/inbox?phone=${PHONE}`)
  const { texts } = (await inbox.json()) as { texts: { code: string }[] }
  const entered = await visitor.post('/login/code', { code: texts[0]?.code ?? '' })
  expect(entered.headers.get('Location') === '/today', 'with the code the shopper is signed in')
  const today = await visitor.get('/today')
  expect(today.status === 200 && (await today.text()).includes('<h1'), 'the main screen is there')
  const card = await visitor.get('/qr')
  expect(card.status === 200 && (await card.text()).includes('<svg'), 'and the card with its code')
}
