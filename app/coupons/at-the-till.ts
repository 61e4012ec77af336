/** What an active coupon does, in the same words in messages and on every screen. */
export const atTheTill = 'Скидка применится сама, когда покажете карту на кассе.'
