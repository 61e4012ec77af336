import type { Endpoint } from '../../app/gateways/endpoint.server'
import { allEndpoints, type contract } from '../../app/gateways/gateways.server'
import { products } from '../../sandbox/data/goods'
import type { Sandbox } from '../../sandbox/sandbox'
import { getExample } from './found'
import { subscription } from './push-settings'
import { signIn, type Visitor } from './visitor'

interface Actor {
  visitor: Visitor
  sandbox: Sandbox
  phone: string
}

/** How a shopper causes a write to an endpoint. */
interface Form {
  /** Opening a screen causes the write. */
  isByLooking?: true
  /** Uses the phone of an unregistered person. */
  isNewcomer?: true
  /** Everything before the form; signs in by default. */
  prepare?: (actor: Actor) => Promise<unknown>
  /** Posts the valid form. */
  act(actor: Actor): Promise<Response>
  /** The message after a failure; null when the shopper needs none. */
  failure: RegExp | null
}

const getCode = ({ sandbox, phone }: Actor) => sandbox.inbox.lastCode(phone) ?? ''

async function askForCode({ visitor, phone }: Actor): Promise<void> {
  visitor.cookies.set('v1_onboarded', '1')
  await visitor.post('/login', { phone })
}

const getUser = ({ sandbox, phone }: Actor) => sandbox.state.user(phone)
const product = products[0]!
const reviews = `/product/${product.id}-${product.seoCode}/reviews`

export const registrationFields = {
  firstName: 'Алёна',
  birthDateDay: '13',
  birthDateMonth: '4',
  birthDateYear: '1985',
  isPersonalDataAgreed: 'on',
}

/** Valid answers to the sandbox's longest survey. */
export const surveyFields = {
  'answer.how-often': 'option-1',
  'answer.what-you-like': 'option-2',
  'answer.cleanliness': '5',
}

/** Tested in tests/http/refresh.test.ts. */
type Untried = 'POST /v1/auth/token/refresh'
type ValueOf<Group> = Group[keyof Group]
type DeclaredEndpoint = {
  [S in keyof typeof contract]: ValueOf<(typeof contract)[S]>
}[keyof typeof contract]
export type ReadName = Extract<DeclaredEndpoint, { effect: 'safe' }>['name']
type WriteName = Exclude<Exclude<DeclaredEndpoint, { effect: 'safe' }>['name'], Untried>

const forms: Record<WriteName, Form> = {
  'POST /v1/auth/otp': {
    prepare: async () => undefined,
    act: ({ visitor, phone }) => visitor.post('/login', { phone }),
    failure: /Код не отправлен/,
  },
  'POST /v1/auth/otp/check': {
    prepare: askForCode,
    act: (actor) => actor.visitor.post('/login/code', { code: getCode(actor) }),
    failure: /Не удалось проверить код/,
  },
  'POST /v1/auth/token': {
    prepare: askForCode,
    act: (actor) => actor.visitor.post('/login/code', { code: getCode(actor) }),
    failure: /Код верный, но войти пока не удалось/,
  },
  'POST /v3/profile/register/magnit-id-code': {
    isNewcomer: true,
    async prepare(actor) {
      await askForCode(actor)
      await actor.visitor.post('/login/code', { code: getCode(actor) })
    },
    act: ({ visitor }) => visitor.post('/registration', registrationFields),
    failure: /Завести карту пока не удалось/,
  },
  'PATCH /v1/profile': {
    act: (actor) => {
      const { email } = getUser(actor)
      return actor.visitor.post('/profile/edit', { firstName: 'Ульяна', ...(email && { email }) })
    },
    failure: /Сохранить пока не удалось/,
  },
  'POST /v1/profile/email-confirm': {
    async prepare(actor) {
      getUser(actor).email = 'shopper@example.ru'
      getUser(actor).isEmailConfirmed = false
      await signIn(actor.visitor, actor.sandbox, actor.phone)
    },
    act: ({ visitor }) => visitor.post('/profile/confirm-email'),
    failure: /Не удалось отправить письмо/,
  },
  'GET /v1/user/virtual-card': {
    async prepare(actor) {
      getUser(actor).cards = []
      await signIn(actor.visitor, actor.sandbox, actor.phone)
    },
    isByLooking: true,
    act: ({ visitor }) => visitor.get('/qr'),
    failure: /Код не загрузился/,
  },
  'POST /v2/user/card/merge': {
    act: ({ visitor }) =>
      visitor.post('/profile/cards/add', { number: '2000 0000 0000 0017', cvc: '123' }),
    failure: /Привязать карту пока не удалось/,
  },
  'PUT /cuscom/v2/user/permissions': {
    act: ({ visitor }) => visitor.post('/profile/notification', { isSmsPermitted: 'on' }),
    failure: /Сохранить пока не удалось/,
  },
  'POST /cuscom/v3/user-device/enroll': {
    act: ({ visitor }) => visitor.post('/push/enrol', { subscription, permitted: 'true' }),
    // The script that posts it reads the status and shows its own text.
    failure: /^502$/,
  },
  'POST /v2/user/coupons/favorite': {
    act: (actor) => {
      const coupon = getUser(actor).coupons.find(({ state }) => state === 'AVAILABLE')!
      return actor.visitor.post(`/coupons/${coupon.favoriteId}/activate`)
    },
    failure: /Активировать купон не удалось/,
  },
  'POST /v2/offers/opt-in': {
    act: (actor) => {
      const offer = getUser(actor).offers.find(({ state }) => state === 'AVAILABLE')!
      return actor.visitor.post(`/actions/offers/${offer.code}/join`)
    },
    failure: /Не удалось. Попробуйте ещё раз/,
  },
  'POST /v1/transaction/{id}/poll': {
    act: (actor) => {
      const { id } = getUser(actor).transactions.find(({ hasPoll }) => hasPoll)!
      return actor.visitor.post(`/profile/rate/${id}`, { 'answer.visit': '5' })
    },
    failure: /Отправить ответы пока не удалось/,
  },
  'POST /v2/poll': {
    act: (actor) =>
      actor.visitor.post(`/profile/survey/${getUser(actor).polls[0]!.id}`, surveyFields),
    failure: /Отправить ответы пока не удалось/,
  },
  'POST /v2/object/feedback': {
    act: ({ visitor }) => visitor.post(reviews, { score: '5', text: 'Вкусно' }),
    failure: /Отправить отзыв не удалось/,
  },
  'POST /login_start': {
    prepare: async () => undefined,
    act: ({ visitor, phone }) => visitor.post('/login', { phone }),
    failure: null,
  },
  'POST /v1/user/poll/displayed': {
    isByLooking: true,
    act: (actor) => actor.visitor.get(`/profile/survey/${getUser(actor).polls[0]!.id}`),
    failure: null,
  },
}

/** A form of the product with the endpoint of its write. */
export interface Write extends Form {
  /** The endpoint's name. */
  endpoint: string
  declared: Endpoint
  /** The call has no shopper, so a fault cannot target one. */
  isNameless: boolean
}

/** Every write of the contract. */
export const writes: readonly Write[] = Object.entries(forms).map(([endpoint, form]) => {
  const declared = allEndpoints.find(({ name }) => name === endpoint)!
  const { body } = getExample(declared)
  const isNameless = declared.auth === 'none' && !(body && 'phone' in (body as object))
  return { ...form, endpoint, declared, isNameless }
})

/** Does everything before the form. */
export async function prepare(write: Write, actor: Actor): Promise<void> {
  if (write.prepare) await write.prepare(actor)
  else await signIn(actor.visitor, actor.sandbox, actor.phone)
}

/** What a visitor sees after a post: the response, the page after the redirect, or the status. */
export async function seen(visitor: Visitor, response: Response): Promise<string> {
  const to = response.headers.get('Location')
  return (to ? await (await visitor.get(to)).text() : await response.text()) || `${response.status}`
}
