import { describe, expect, test } from 'vitest'

import { profileShape } from './profile-fields.server'

const read = (email: string) => profileShape.email.safeParse(email)
const emailError = (email: string) => read(email).error?.issues[0]?.message

/** With `anna@` and `xx.ru` 254 characters. */
const LONG = `${'b'.repeat(60)}.`.repeat(4)

test.each([
  ['anna@mail.ru', 'anna@mail.ru'],
  ['Anna.Maria+1@sub.mail-box.ru', 'Anna.Maria+1@sub.mail-box.ru'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@xn--80a1acny.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@россия.com', 'anna@xn--h1alffa9f.com'],
  ["j&k/=#~!$%*?^{|}`'_@company.ru", "j&k/=#~!$%*?^{|}`'_@company.ru"],
  [`${'a'.repeat(64)}@mail.ru`, `${'a'.repeat(64)}@mail.ru`],
  [`anna@${LONG}xx.ru`, `anna@${LONG}xx.ru`],
  // What keyboards and address books leave.
  ['anna@mail.ru.', 'anna@mail.ru'],
  ['anna@mail.ru, ', 'anna@mail.ru'],
  ['anna @ mail.ru', 'anna@mail.ru'],
  ['mailto:anna@mail.ru', 'anna@mail.ru'],
  ['<anna@mail.ru>', 'anna@mail.ru'],
  ['Анна <anna@mail.ru>', 'anna@mail.ru'],
])('5.12: accepts the email address %s', (email, sent) => {
  expect(read(email).data).toBe(sent)
})

test.each(['anna@gοogle.com', 'anna@μail.ru', 'anna@mail.ρу'])(
  '5.12: refuses %s with Greek letters among others',
  (email) => {
    expect(emailError(email)).toMatch(/смешаны буквы разных алфавитов/)
  },
)

describe('5.12: an address with letters of two alphabets is refused', () => {
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
  ['anna', /нет знака @/],
  ['anna mail.ru', /нет знака @/],
  ['@mail.ru', /Перед @ не хватает/],
  ['anna(1)@mail.ru', /Перед @ не может стоять знак «\(»/],
  ['anna@@mail.ru', /Перед @ не может стоять знак «@»/],
  ['an na@mail.ru', /Перед @ не может стоять пробел/],
  ['.anna@mail.ru', /Перед @ точка/],
  ['an..na@mail.ru', /Перед @ точка/],
  ['anna.@mail.ru', /Перед @ точка/],
  [`${'a'.repeat(65)}@mail.ru`, /Перед @ больше 64 знаков/],
  ['anna@', /После @ не хватает адреса сайта/],
  ['anna@ma il.ru', /После @ не может стоять пробел/],
  ['anna@ma_il.ru', /После @ не может стоять знак «_»/],
  ['anna@mail', /После @ не хватает точки: «mail»/],
  ['anna@mail..ru', /после @: «mail\.\.ru»/],
  ['anna@mail-.ru', /после @: «mail-\.ru»/],
  ['anna@-mail.ru', /после @: «-mail\.ru»/],
  ['anna@mail.-ru', /после @: «mail\.-ru»/],
  ['anna@mail.r', /после @: «mail\.r»/],
  [`anna@${'a'.repeat(64)}.ru`, /после @: «a+\.ru»/],
  [`anna@${LONG}xxx.ru`, /^Адрес почты слишком длинный$/],
])('5.12: rejects the email address %s, and names what is wrong', (email, message) => {
  expect(emailError(email)).toMatch(message)
})

const readName = (name: string) => profileShape.firstName.safeParse(name)

test.each(["'", '\u2018', '\u2019', '\u02bc', '`', '\u00b4', '\u2032'])(
  'reads the sign %s between the letters of a name as the apostrophe',
  (sign) => {
    expect(readName(`О${sign}Коннор`).data).toBe("О'Коннор")
  },
)
