/**
 * The kill switches: writes that an operator can turn off, and the effect of each
 * (docs/operations.md).
 */
export const killSwitches = {
  'sign-in':
    'SMS with codes: «Получить код», «Отправить ещё раз»; a code that was sent still works',
  registration: 'a new card for who has none',
  'complete-profile': 'the missing fields of a profile',
  'edit-profile': 'name and e-mail',
  'confirm-email': 'the letter that confirms an e-mail',
  'add-card': 'adding a plastic card',
  'activate-coupon': 'activating a coupon, one or all, and deactivating one',
  'activate-all-coupons': 'activating all coupons at once',
  'activate-offer': 'taking part in an offer, one or all',
  'activate-all-offers': 'taking part in all offers at once',
  'choose-store': 'choosing a store',
  consents: 'the eight consents to messages',
  push: 'enrolling this device for pushes',
  review: 'reviews of products',
  rate: 'marks of purchases',
  survey: 'answers to surveys',
  'take-my-data': 'files of the shopper’s own data',
} as const

export type SwitchName = keyof typeof killSwitches

/** Texts in place of a button, and after a form that was sent anyway. */
export const switchedOff = {
  title: 'Сейчас недоступно',
  description: 'Мы ненадолго это выключили. Попробуйте позже: остальное работает.',
}
