import { describe, expect, test } from 'vitest'

import { profileShape } from './profile-fields.server'

const read = (email: string) => profileShape.email.safeParse(email)
const emailError = (email: string) => read(email).error?.issues[0]?.message
const unclear = 'Проверьте адрес почты, например name@example.ru'

test.each([
  ['anna@mail.ru', 'anna@mail.ru'],
  ['Anna.Maria+1@sub.mail-box.ru', 'Anna.Maria+1@sub.mail-box.ru'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@xn--80a1acny.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@россия.com', 'anna@xn--h1alffa9f.com'],
])('accepts the email address %s', (email, sent) => {
  expect(read(email).data).toBe(sent)
})

test.each(['anna@gοogle.com', 'anna@μail.ru', 'anna@mail.ρу'])(
  'refuses %s with Greek letters among others',
  (email) => {
    expect(emailError(email)).toMatch(/смешаны буквы разных алфавитов/)
  },
)

describe('an address with letters of two alphabets is refused', () => {
  test.each([
    ['anna@mаil.ru', 'mаil.ru'],
    // Chromium sends a typed domain in this form.
    ['anna@xn--mil-6cd.ru', 'mаil.ru'],
    ['anna@mail.rу', 'mail.rу'],
    ['anna@mail.ру', 'mail.ру'],
    ['anna@уandex.ru', 'уandex.ru'],
  ])('as in %s', (email, shown) => {
    expect(emailError(email)).toBe(
      `В «${shown}» смешаны русские и латинские буквы. Наберите адрес почты заново`,
    )
  })

  test('when a Russian letter is before the @', () => {
    expect(emailError('аnna@mail.ru')).toMatch(/^Перед @ нужны латинские буквы/)
  })
})

test.each([
  'anna@mail-.ru',
  'anna@-mail.ru',
  'anna@mail.-ru',
  `anna@${'a'.repeat(64)}.ru`,
  'anna@mail',
  'anna',
  '@mail.ru',
  'anna@@mail.ru',
  'anna@mail..ru',
  'anna mail.ru',
  'anna@ma il.ru',
  'anna@',
])('rejects the email address %s', (email) => {
  expect(emailError(email)).toBe(unclear)
})
