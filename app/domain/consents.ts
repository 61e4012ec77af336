import { currency } from './currency'

/** The eight consents (specification 6.3), with our names. */
export type ConsentName =
  | 'isPushPersPermitted'
  | 'isPushMassPermitted'
  | 'isPushContentPermitted'
  | 'isEmailPermitted'
  | 'isSmsPermitted'
  | 'isSocialPermitted'
  | 'isCallsPermitted'
  | 'isDigitalReceiptPermitted'

/** Undefined when the state of a consent is unknown. */
export type Consents = Record<ConsentName, boolean | undefined>

interface Consent {
  name: ConsentName
  title: string
  text: string
}

export const pushConsents: Consent[] = [
  {
    name: 'isPushPersPermitted',
    title: 'Личные пуши',
    get text() {
      return `${currency.Plural}, которые скоро сгорят, и скидки на то, что вы покупаете.`
    },
  },
  {
    name: 'isPushMassPermitted',
    title: 'Пуши об акциях',
    text: 'Распродажи, новые купоны и предложения для всех.',
  },
  {
    name: 'isPushContentPermitted',
    title: 'Рецепты, подборки и игры',
    text: 'Рецепты, подборки, игры и розыгрыши.',
  },
]

export const otherConsents: Consent[] = [
  {
    name: 'isEmailPermitted',
    title: 'Письма',
    text: 'Подборка скидок и новостей на вашу почту.',
  },
  {
    name: 'isSmsPermitted',
    title: 'СМС',
    get text() {
      return `Короткие сообщения о скидках и ${currency.prepositional}.`
    },
  },
  {
    name: 'isSocialPermitted',
    title: 'Мессенджеры и соцсети',
    text: 'Сообщения и реклама там, где вы общаетесь.',
  },
  {
    name: 'isCallsPermitted',
    title: 'Звонки',
    text: 'Редкие звонки: опросы и личные предложения.',
  },
  {
    name: 'isDigitalReceiptPermitted',
    title: 'Электронные чеки',
    text: 'Чек придёт на почту или в СМС вместо бумажного.',
  },
]

export const allConsents: readonly Consent[] = [...pushConsents, ...otherConsents]

export function isConsentName(name: unknown): name is ConsentName {
  return allConsents.some((consent) => consent.name === name)
}

/** True if any of the three kinds of pushes is allowed (specification 3.10). */
export function isAnyPushPermitted(consents: Consents): boolean {
  return pushConsents.some(({ name }) => consents[name] === true)
}
