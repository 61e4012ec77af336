/** Writes that an operator can switch off, each by its name (docs/operations.md). */
export const switchNames = [
  'sign-in',
  'registration',
  'complete-profile',
  'edit-profile',
  'confirm-email',
  'add-card',
  'activate-coupon',
  'activate-all-coupons',
  'remove-coupon',
  'activate-offer',
  'activate-all-offers',
  'choose-store',
  'consents',
  'push',
  'review',
  'rate',
  'survey',
  'take-my-data',
] as const

export type SwitchName = (typeof switchNames)[number]

/** What stands in a button's place, and what a form says that was sent all the same. */
export const switchedOff = {
  title: 'Сейчас недоступно',
  description: 'Мы ненадолго это выключили. Попробуйте позже: остальное работает.',
}
