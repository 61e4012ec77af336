import type { Endpoint } from '../../app/gateways/endpoint.server'
import { allEndpoints, type contract } from '../../app/gateways/gateways.server'
import type { ProfileInputName } from '../../app/domain/profile-fields.server'
import type { ActionId, RouteId } from '../../app/routes'
import { facts, type Screen as ScreenFacts } from '../../app/screens.server'
import type { Sandbox } from '../../sandbox/sandbox'
import type { User } from '../../sandbox/user'
import { addresses, exampleAddress, getExample } from './examples'
import { subscription } from './push-settings'
import type { Screen } from './screens'
import { signIn, type Visitor } from './visitor'

/** The state in which a person sends a form. */
export type Sender = 'guest' | 'codeSent' | 'new' | 'incomplete' | 'shopper'

export interface Actor {
  visitor: Visitor
  sandbox: Sandbox
  phone: string
}

export type Fields = Readonly<Record<string, string>>

/** All that general tests need to know of a form. */
interface Row {
  /** By default what the row of the address says. */
  by?: Sender
  /** What the shopper must have before. */
  given?(user: User): void
  /** Values that are accepted. */
  right?: Fields | ((actor: Actor) => Fields)
  /** Further values, right or nearly right. */
  nearly?: Readonly<Record<string, readonly string[]>>
  /** How its page refuses it: the values by field, and the name of the button. */
  wrong?: { type?: Fields; press: string }
  /** A right body, for an address that reads JSON. */
  json?: unknown
  /** Sent twice it writes twice, which does no harm. */
  isRepeatable?: true
  /** The endpoints that it writes to, each with the text after a failure; null when shoppers need none. */
  writes?: { readonly [Name in WriteName]?: RegExp | null }
}

/** Tested in tests/http/refresh.test.ts. */
type Untried = 'POST /v1/auth/token/refresh'
type ValueOf<Group> = Group[keyof Group]
type DeclaredEndpoint = {
  [S in keyof typeof contract]: ValueOf<(typeof contract)[S]>
}[keyof typeof contract]
export type ReadName = Extract<DeclaredEndpoint, { effect: 'safe' }>['name']
type WriteName = Exclude<Exclude<DeclaredEndpoint, { effect: 'safe' }>['name'], Untried>

const profile: Record<ProfileInputName, readonly string[]> = {
  firstName: ['Мария', 'O’Нил'],
  birthDateDay: ['29', '31'],
  birthDateMonth: ['2', 'февраля'],
  birthDateYear: ['2023', '2000'],
  email: ['shopper@example.ru', ''],
}
const code = ({ sandbox, phone }: Actor) => ({ code: sandbox.inbox.lastCode(phone) ?? '' })

/** Every form of the product, by its address. */
export const forms = {
  'sign-in/login.screen': {
    right: { phone: '79083100000' },
    nearly: { phone: ['9'] },
    wrong: { type: { phone: '123' }, press: 'Получить код' },
    writes: { 'POST /v1/auth/otp': /Код не отправлен/, 'POST /login_start': null },
  },
  'sign-in/code.screen': {
    right: code,
    nearly: { code: ['12345'] },
    wrong: { press: 'Продолжить' },
    writes: {
      'POST /v1/auth/otp/check': /Не удалось проверить код/,
      'POST /v1/auth/token': /Код верный, но войти пока не удалось/,
    },
  },
  'sign-in/resend.action': { by: 'codeSent' },
  'sign-in/registration.screen': {
    right: {
      firstName: 'Алёна',
      birthDateDay: '13',
      birthDateMonth: '4',
      birthDateYear: '1985',
      isPersonalDataAgreed: 'on',
    },
    nearly: { ...profile, isSmsPermitted: ['on'] },
    wrong: {
      type: { birthDateDay: '31', birthDateMonth: '2', birthDateYear: '1985', email: 'почта' },
      press: 'Завести карту',
    },
    writes: { 'POST /v3/profile/register/magnit-id-code': /Завести карту пока не удалось/ },
  },
  'sign-in/incomplete.screen': {
    by: 'incomplete',
    nearly: profile,
    wrong: { press: 'Сохранить' },
  },
  'sign-in/logout.action': {},
  'profile/edit.screen': {
    given: (user) => (user.email = ''),
    right: { firstName: 'Ульяна' },
    nearly: profile,
    wrong: { type: { firstName: '', email: 'почта' }, press: 'Сохранить' },
    writes: { 'PATCH /v1/profile': /Сохранить пока не удалось/ },
  },
  'profile/confirm-email.action': {
    given: (user) => Object.assign(user, { email: 'shopper@example.ru', isEmailConfirmed: false }),
    writes: { 'POST /v1/profile/email-confirm': /Не удалось отправить письмо/ },
  },
  'profile/cards-add.screen': {
    right({ sandbox: { state } }) {
      const { id: captchaId } = state.captcha.challenge()
      const captchaAnswer = state.captcha.answer(captchaId) ?? ''
      return { number: '2000 0000 0000 0017', cvc: '123', captchaId, captchaAnswer }
    },
    nearly: { number: ['2000000000000017'], cvc: ['123'], captchaId: ['x'], captchaAnswer: ['1'] },
    wrong: { press: 'Привязать карту' },
    writes: { 'POST /v2/user/card/merge': /Привязать карту пока не удалось/ },
  },
  'push/notification.screen': {
    right: { isSmsPermitted: 'on' },
    nearly: { isEmailPermitted: ['on'] },
    writes: { 'PUT /cuscom/v2/user/permissions': /Сохранить пока не удалось/ },
  },
  'push/change.action': {
    right: { name: 'isSmsPermitted', isPermitted: 'true' },
    nearly: { name: ['isCallsPermitted'], isPermitted: ['false'] },
  },
  'push/quiet.action': { right: { shown: 'deadlines' } },
  'push/enrol.resource': {
    right: { subscription, permitted: 'true' },
    isRepeatable: true,
    // The script that posts it reads the status and shows its own text.
    writes: { 'POST /cuscom/v3/user-device/enroll': /^502$/ },
  },
  'push/messages.resource': {
    json: { tokens: ['x'], notification: { title: 'x', text: 'x', url: '/today' } },
  },
  'coupons/change.action': {
    writes: { 'POST /v2/user/coupons/favorite': /Активировать купон не удалось/ },
  },
  'coupons/remove.action': {},
  'coupons/activate-all.action': {},
  'offers/activate.action': {
    writes: { 'POST /v2/offers/opt-in': /Не удалось. Попробуйте ещё раз/ },
  },
  'offers/activate-all.action': {},
  'surveys/rate-purchase.screen': {
    right: { 'answer.visit': '5' },
    nearly: { 'answer.visit': ['6'], 'answer.comment': ['Спасибо'] },
    writes: { 'POST /v1/transaction/{id}/poll': /Отправить ответы пока не удалось/ },
  },
  'surveys/survey.screen': {
    right: {
      'answer.how-often': 'option-1',
      'answer.what-you-like': 'option-2',
      'answer.cleanliness': '5',
    },
    wrong: { press: 'Дальше' },
    writes: { 'POST /v2/poll': /Отправить ответы пока не удалось/ },
  },
  'catalogue/product/reviews.screen': {
    right: { score: '5', text: 'Вкусно' },
    nearly: { score: ['6'], pros: ['Свежее'], cons: [''] },
    wrong: { press: 'Отправить отзыв' },
    writes: { 'POST /v2/object/feedback': /Отправить отзыв не удалось/ },
  },
  'catalogue/confirm-age.action': {},
  'stores/choose.action': { right: { storeCode: '500768' }, nearly: { storeCode: ['000000'] } },
  'my-data/take.action': {},
  'account-watch/it-was-me.action': { right: { mark: 'abcdef' } },
  'account-watch/not-me.action': {},
  'today/dismiss.action': { right: { key: 'survey' } },
  'shell/dismiss-notice.action': { right: { notice: 'AbCdEf12_-' } },
  'profile/theme.action': { right: { theme: 'dark' } },
  'profile/start.action': { right: { start: 'card' } },
  'welcome/consent.action': { right: { choice: 'accepted' } },
  'analytics/events.resource': {
    json: {
      batch: crypto.randomUUID(),
      sentAt: 1,
      events: [{ id: crypto.randomUUID(), at: 1, name: 'Arrival', properties: { url: '/' } }],
    },
  },
  'platform/errors.resource': {
    json: { where: 'browser', what: 'script', name: 'Error', message: 'x', stack: 'x', build: 'x' },
  },
  'platform/csp-reports.resource': {
    json: [
      { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
    ],
  },
  'framework/reload.resource': { right: { to: '/today' } },
} as const satisfies Record<ActionId, Row> & Partial<Record<RouteId, Row>>

/** Screens that write when they are opened, by endpoint. */
const byOpening = {
  'GET /v1/user/virtual-card': {
    id: 'card/card.screen',
    given: (user: User) => void (user.cards = []),
    failure: /Код не загрузился/,
  },
  'POST /v1/user/poll/displayed': { id: 'surveys/survey.screen', given: null, failure: null },
} as const

/** Writes that no form sends yet. */
type Unsent = never

type Written = {
  [Id in keyof typeof forms]: (typeof forms)[Id] extends { writes: infer W } ? keyof W : never
}[keyof typeof forms]
type Unwritten = Exclude<WriteName, Written | keyof typeof byOpening | Unsent>
// A type error here names the write that no form above sends.
true satisfies [Unwritten] extends [never] ? true : Unwritten

export type FormId = keyof typeof forms
export const formIds = Object.keys(forms) as FormId[]

export const isForm = (id: string): id is FormId => Object.hasOwn(forms, id)

/** The row of a form. */
export const getForm = (id: FormId): Row => forms[id]

/** Who sends a form. */
export function getSender(id: FormId): Sender {
  const { for: audience, step } = facts[id] as Partial<ScreenFacts>
  if (step) return step === 'unregistered' ? 'new' : 'codeSent'
  return getForm(id).by ?? (audience === 'shopper' ? 'shopper' : 'guest')
}

/** Right and nearly right values of each field. */
export function getValues(id: FormId): Record<string, readonly string[]> {
  const { right = {}, nearly = {} } = getForm(id)
  const values = typeof right === 'function' ? {} : right
  const names = [...Object.keys(values), ...Object.keys(nearly)]
  return {
    formId: ['a', crypto.randomUUID()],
    returnTo: ['/today', '//evil.example'],
    ...Object.fromEntries(
      names.map((name) => [name, [values[name] ?? [], nearly[name] ?? []].flat()]),
    ),
  }
}

/** A refused form: the typed values by field, and the button that sends it. */
export interface Refusal extends Screen {
  type: Fields
  press: string
}

/** Every form that its screen refuses. */
export const refusals: readonly Refusal[] = formIds.flatMap((id): Refusal[] => {
  const { wrong } = getForm(id)
  if (!wrong) return []
  const sender = getSender(id)
  const { view } = facts[id] as ScreenFacts
  const seenBy = sender !== 'shopper' && { seenBy: sender }
  return [{ name: `${view} refused`, at: id as Screen['at'], type: {}, ...wrong, ...seenBy }]
})

/** A way to cause a write to an endpoint. */
export interface Write {
  /** The endpoint's name. */
  endpoint: string
  declared: Endpoint
  /** The form; opening this screen causes the write when `isByLooking`. */
  id: RouteId
  isByLooking: boolean
  failure: RegExp | null
  isNewcomer: boolean
  /** The call has no shopper, so a fault cannot target one. */
  isNameless: boolean
  given?: ((user: User) => void) | null
}

function toWrite(
  endpoint: string,
  own: Pick<Write, 'id' | 'isByLooking' | 'failure' | 'given'>,
): Write {
  const declared = allEndpoints.find(({ name }) => name === endpoint)!
  const { body } = getExample(declared) ?? {}
  const isNameless = declared.auth === 'none' && !(body && 'phone' in (body as object))
  const isNewcomer = !own.isByLooking && getSender(own.id as FormId) === 'new'
  return { ...own, endpoint, declared, isNewcomer, isNameless }
}

/** Every write of the contract. */
export const writes: readonly Write[] = [
  ...formIds.flatMap((id) => {
    const { writes: own = {}, given = null } = getForm(id)
    return Object.entries(own).map(([endpoint, failure]) =>
      toWrite(endpoint, { id, failure, given, isByLooking: false }),
    )
  }),
  ...Object.entries(byOpening).map(([endpoint, looking]) =>
    toWrite(endpoint, { ...looking, isByLooking: true }),
  ),
]

/** Brings a visitor into the state in which a form is sent. */
export async function become(sender: Sender, { visitor, sandbox, phone }: Actor): Promise<void> {
  visitor.cookies.set('v1_onboarded', '1')
  if (sender === 'codeSent') await visitor.post('/login', { phone })
  else if (sender !== 'guest') await signIn(visitor, sandbox, phone)
}

/** Does everything before the form. */
export async function prepare({ id, isByLooking, given }: Write, actor: Actor): Promise<void> {
  given?.(actor.sandbox.state.user(actor.phone))
  const sender = isByLooking ? 'shopper' : getSender(id as FormId)
  // A browser loads the form first, and gets a cookie with it.
  if (sender === 'guest') await actor.visitor.get('/login')
  await become(sender, actor)
}

/** The right values of a form for this person. */
export function getFields(id: FormId, actor: Actor): Fields {
  const { right = {} } = getForm(id)
  const fields = typeof right === 'function' ? right(actor) : right
  return 'phone' in fields ? { ...fields, phone: actor.phone } : fields
}

/** Posts the valid form, or opens the screen. */
export function act(
  { id, isByLooking }: Pick<Write, 'id' | 'isByLooking'>,
  actor: Actor,
  fields?: Fields,
): Promise<Response> {
  const at = exampleAddress(id, actor.sandbox.state.user(actor.phone))
  if (isByLooking) return actor.visitor.get(at)
  return actor.visitor.post(at, fields ?? getFields(id as FormId, actor))
}

/** The path of a form in `app/routes.ts`. */
export const getRoute = (id: RouteId) => addresses.find((entry) => entry.id === id)!.path

/** What a visitor sees after a post: the response, the page after the redirect, or the status. */
export async function seen(visitor: Visitor, answer: Response): Promise<string> {
  const to = answer.headers.get('Location')
  return (to ? await (await visitor.get(to)).text() : await answer.text()) || `${answer.status}`
}
