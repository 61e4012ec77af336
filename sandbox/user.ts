import { createHash } from 'node:crypto'

import type { Balance, Permissions } from '../app/gateways/schemas/account.server'
import type { Profile } from '../app/gateways/schemas/identity.server'
import type { Offer } from '../app/gateways/schemas/promotions.server'
import { getChance } from './data/chance'
import { makeCoupons } from './data/coupons'
import { longText } from './data/longText'
import { makeOffers } from './data/offers'
import type { Coupon, Poll, TransactionDetail } from './response-types'
import { makePolls } from './data/polls'
import { makeTransactions } from './data/receipts'
import { DAY, getInstant, startOfDay } from './data/time'
import { getPersona, type PersonaKey } from './personas'

/** All data that the gateways have of one shopper. */
export interface User {
  phone: string
  userId: string
  persona: PersonaKey
  isRegistered: boolean
  firstName: string
  birthDate: string | null
  email: string | null
  isEmailConfirmed: boolean
  cards: string[]
  totpSecret: Buffer
  permissions: Permissions
  devices: { pushToken: string; notificationsPermitted: boolean }[]
  balance: Balance
  coupons: Coupon[]
  offers: Offer[]
  transactions: TransactionDetail[]
  polls: Poll[]
  displayedPolls: Set<string>
  answeredPolls: Set<string>
  reviewedProducts: Set<string>
  promotionsCount: number
  bannersCount: number
  /** Access tokens of an older generation count as expired. */
  accessGeneration: number
}

interface Abundance {
  coupons: number
  offers: number
  purchases: number
  polls: number
  balanceItems: number
  cards: number
  promotions: number
  banners: number
}

const USUAL: Abundance = {
  coupons: 28,
  offers: 14,
  purchases: 240,
  polls: 4,
  balanceItems: 4,
  cards: 2,
  promotions: 12,
  banners: 4,
}
const NONE: Abundance = {
  coupons: 0,
  offers: 0,
  purchases: 0,
  polls: 0,
  balanceItems: 0,
  cards: 0,
  promotions: 0,
  banners: 0,
}
const VERY_MANY: Abundance = {
  coupons: 320,
  offers: 120,
  purchases: 500,
  polls: 40,
  balanceItems: 60,
  cards: 50,
  promotions: 150,
  banners: 24,
}
/** One page of each list, for tests that read whole lists. */
const FEW: Abundance = {
  coupons: 4,
  offers: 4,
  purchases: 5,
  polls: 2,
  balanceItems: 3,
  cards: 1,
  promotions: 3,
  banners: 1,
}
/** With the operations that follow from them, some 10,000. */
const DECADE: Abundance = { ...USUAL, purchases: 8_450 }
const DECADE_DAYS = 3_650
const FIRST_DAY: Abundance = { ...NONE, coupons: 6, offers: 3, promotions: 6, banners: 4 }

function getAbundance(persona: PersonaKey): Abundance {
  if (persona === 'veryLong') return VERY_MANY
  if (persona === 'empty') return NONE
  if (persona === 'new') return FIRST_DAY
  if (persona === 'few') return FEW
  if (persona === 'deepHistory') return DECADE
  if (persona === 'noCard') return { ...USUAL, cards: 0 }
  return USUAL
}

const NAMES = ['Мария', 'Алексей', 'Наталья', 'Артём', 'Алёна', 'Пётр', 'Ирина', 'Семён']

function getUserId(phone: string): string {
  const hex = createHash('sha256').update(`shopper ${phone}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A card number of sixteen digits, which may begin with zeros. */
export function getCardNumber(phone: string, number: number): string {
  return getChance(`card ${number} of ${phone}`).digits(16)
}

function makeBalance(phone: string, items: number, now: number, isVeryLong: boolean): Balance {
  const chance = getChance(`balance of ${phone}`)
  const list: Balance['items'] = Array.from({ length: items }, (_, number) => ({
    type: number % 3 === 2 ? 'EXPRESS' : 'POINTS',
    amount: isVeryLong ? chance.whole(1_000_000, 90_000_000) : chance.whole(40, 900),
    expiresAt:
      number === 0
        ? null
        : // The first of them expire within days.
          getInstant(startOfDay(now) + ((number - 1) * 6 + chance.whole(2, 6)) * DAY - 1000),
  }))
  const getTotal = (type: 'POINTS' | 'EXPRESS') =>
    list.reduce((sum, item) => sum + (item.type === type ? item.amount : 0), 0)
  return {
    priority: 1,
    totalPointBalance: getTotal('POINTS'),
    totalExpressPoints: getTotal('EXPRESS'),
    items: list,
  }
}

/** The shopper of a phone number before the first call. */
export function createUser(phone: string, imageOrigin: string, now: number): User {
  const persona = getPersona(phone)
  const abundance = getAbundance(persona)
  const isVeryLong = persona === 'veryLong'
  const chance = getChance(`shopper ${phone}`)
  const isNew = persona === 'new'
  const isIncomplete = persona === 'incomplete'
  const polls = makePolls(abundance.polls, isVeryLong)
  const answered = polls.length > 1 ? polls.slice(-1).map(({ id }) => id) : []
  return {
    phone,
    userId: getUserId(phone),
    persona,
    isRegistered: !isNew,
    firstName:
      isNew || isIncomplete
        ? ''
        : isVeryLong
          ? longText(300)
          : phone === '79000000001'
            ? 'Мария'
            : chance.pick(NAMES),
    birthDate:
      isNew || isIncomplete
        ? null
        : `19${chance.whole(60, 99)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
    email:
      isNew || isIncomplete || persona === 'empty'
        ? null
        : isVeryLong
          ? `${'ochen-dlinnyj-adres.'.repeat(3)}pochty@${'poddomen.'.repeat(12)}example.com`
          : `shopper${phone.slice(-4)}@example.com`,
    isEmailConfirmed: persona === 'regular' && chance.happens(0.5),
    cards: Array.from({ length: abundance.cards }, (_, number) => getCardNumber(phone, number)),
    totpSecret: createHash('sha256').update(`totp of ${phone}`).digest(),
    permissions: {
      push_pers: false,
      push_mass: false,
      push_content: false,
      email: persona === 'regular',
      sms: persona === 'regular',
      social: false,
      calls: false,
      digital_receipt: persona === 'regular',
    },
    devices: [],
    balance: makeBalance(phone, abundance.balanceItems, now, isVeryLong),
    coupons: makeCoupons(phone, abundance.coupons, imageOrigin, now, isVeryLong),
    offers: makeOffers(phone, abundance.offers, imageOrigin, now, isVeryLong),
    transactions: makeTransactions(phone, abundance.purchases, now, {
      isVeryLong,
      ...(persona === 'deepHistory' && { days: DECADE_DAYS }),
    }),
    polls,
    displayedPolls: new Set(answered),
    answeredPolls: new Set(answered),
    reviewedProducts: new Set(),
    promotionsCount: abundance.promotions,
    bannersCount: abundance.banners,
    accessGeneration: 0,
  }
}

const WELCOME_STARS = 100

/** What a new shopper gets at registration. */
export function welcome(user: User, now: number): void {
  user.isRegistered = true
  user.balance = {
    priority: 1,
    totalPointBalance: WELCOME_STARS,
    totalExpressPoints: 0,
    items: [{ type: 'POINTS', amount: WELCOME_STARS, expiresAt: getInstant(now + 30 * DAY) }],
  }
  user.transactions.unshift({
    id: `welcome-${user.userId.slice(0, 8)}`,
    createdAt: getInstant(now),
    type: 'ACCRUAL',
    title: 'Приветственные звёзды',
    totalSum: null,
    pointsAccrued: WELCOME_STARS,
    pointsSpent: 0,
    hasPoll: false,
  })
}

/** The shopper's profile as the identity gateway returns it. */
export function getProfile(user: User): Profile {
  return {
    userId: user.userId,
    phone: user.phone,
    firstName: user.firstName,
    birthDate: user.birthDate,
    email: user.email,
    isEmailConfirmed: user.isEmailConfirmed,
    cardNumber: user.cards[0] ?? null,
  }
}
