import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { exampleParams } from '../tests/support/examples'
import { page, readFrame, readOutline, readPage } from '../tests/support/pages'
import { newPhone, testContext } from '../tests/support/test-context'
import { groupInFours } from '~/domain/mask'
import { env } from './platform/env.server'
import { log } from './platform/log.server'
import { shortPage } from './lib/short-page'

// The screens of a shopper are compared whole, so their days may not pass.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T12:00:00+03:00') })
afterAll(() => void vi.useRealTimers())

const { visitor, sandbox } = testContext()
/** One phone, because the sandbox makes a shopper's data from it. */
const PHONE = '79059990001'
const shopper = { ...(await visitor(PHONE)), user: sandbox.state.user(PHONE) }
Object.assign(shopper.user.permissions, { push_mass: true, social: true })
// More portions than are shown at first.
for (const month of [5, 6, 7, 8])
  shopper.user.balance.items!.push({
    ...{ type: 'POINTS', amount: month },
    expiresAt: `2026-0${month}-01T00:00:00Z`,
  })
const guest = await visitor()

/** A guest with a confirmed phone who is not registered. */
const newcomer = await visitor()
const phone = newPhone('7901')
await newcomer.send(page, '/login', { phone })
await newcomer.send(page, '/login/code', { code: sandbox.inbox.lastCode(phone) ?? '' })
/** Each a new browser, so that no screen depends on those before. */
const visitors = {
  async asked() {
    const person = await visitor()
    await person.send(page, '/login', { phone: PHONE })
    return person
  },
  guest: () => visitor(),
  newcomer: async () => newcomer,
  incomplete: () => visitor('79000000003'),
  shopper: () => visitor(PHONE),
}

/** The address of a path with `{name}` for parameters. */
function getAddress(path: string): string {
  const { user } = shopper
  const [product = '', ...words] = exampleParams('/:product', user).product!.split('-')
  const slug = path.startsWith('/product') ? words.join('-') : 'moloko'
  const parts = exampleParams('/:favoriteId/:code/:surveyId/:id/:storeCode', user)
  const active = user.coupons.find(({ state }) => state === 'ACTIVATED')!.favoriteId
  const values: Record<string, string> = { ...parts, active, category: '101', product, slug }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Parts of layouts, by the markup of each. */
const layoutParts = {
  'tab bar': 'aria-label="Основное меню"',
  'header of public pages': 'class="_landingTop_',
  'QR code of the site': 'aria-label="Открыть на телефоне"',
  'cookie notice': 'Можно считать посещения?',
}
const landing = ['header of public pages', 'QR code of the site', 'cookie notice']

const { user } = shopper
const offer = user.offers.find(({ code }) => getAddress('{code}') === code)!
const coupon = user.coupons.find(({ favoriteId }) => getAddress('{favoriteId}') === favoriteId)!
const sorts = ['популярные', 'скидки', 'дешёвые', 'дорогие', 'лучшие'].map((of) => `Сначала ${of}`)
const registrationFields = [
  'Имя Дата рождения Необязательно.',
  'День Месяц Год Электронная почта Необязательно.',
  'Даю согласие на обработку персональных данных',
  'Хочу узнавать о скидках из СМС Необязательно Хочу получать письма о скидках Необязательно',
  'вы принимаете правила программы и пользовательское соглашение . Завести карту',
]
const consents = [
  'Личные пуши Звёзды',
  'Пуши об акциях Распродажи',
  'Рецепты, подборки и игры Рецепты',
  'Письма Подборка',
  'СМС Короткие',
  'Мессенджеры и соцсети Сообщения',
  'Звонки Редкие',
  'Электронные чеки Чек',
]
const iosTutorial = [
  'iPhone или iPad, Safari Нажмите «Поделиться» — квадрат со стрелкой вверх.',
  'Прокрутите список и выберите «На экран „Домой“». Нажмите «Добавить».',
]
const product = 'Молоко пастеризованное 2,5% «Луговая песня» 930 мл'

interface Expected {
  layout?: string[]
  who?: keyof typeof visitors
  texts: string[]
}

/** Expects the title, texts and parts of the layout of a screen. */
async function expectScreen(
  label: string,
  title: string,
  { layout = ['tab bar', 'cookie notice'], who = 'shopper', texts }: Expected,
) {
  const at = getAddress(label.split(': ')[1]!)
  const { status, data } = await (await visitors[who]()).load(page, at)
  const shown = readPage(data)
  expect([status, shown.title]).toEqual([200, `${title} — Апрель`])
  for (const text of texts) expect(shown.text).toContain(text)
  const parts = Object.entries(layoutParts).filter(([, markup]) => String(data).includes(markup))
  expect(parts.map(([name]) => name)).toEqual(layout)
  expect(readOutline(data)).toMatchSnapshot()
}

test.each<[string, string, string[], keyof typeof visitors, ...string[]]>([
  ['1.2, 2.1: /', 'Карта покупателя', landing, 'guest', 'Покупки оборачиваются звёздами'],
  ['1.2, 2.2, 2.47: /pdn', 'Политика обработки персональных данных', landing, 'guest'],
  ['1.2, 2.3: /terms', 'Пользовательское соглашение', landing, 'guest'],
  ['1.2, 2.4: /details', 'Реквизиты', landing, 'guest'],
  ['1.2, 1.12, 2.5: /contacts', 'Контакты', landing, 'guest'],
  ['1.2, 2.6: /program-loyalty', 'Правила программы «Апрель»', landing, 'guest'],
  ['1.2, 2.7: /cookie-policy', 'Политика cookie', ['header of public pages'], 'guest'],
  ['2.8: /login', 'Вход', [], 'guest', 'Номер телефона', 'Получить код'],
  [
    '2.33: /profile/incomplete',
    'Заполните профиль',
    [],
    'incomplete',
    'Имя Обязательно',
    'Дата рождения Обязательно',
  ],
  [
    '1.6, 2.11, 5.5: /qr',
    'Карта',
    ['tab bar'],
    'shopper',
    'Ваши звёзды',
    'Номер карты',
    ...user.cards.map(groupInFours),
  ],
  ['1.11: /install', 'Установка', [], 'guest', ...iosTutorial],
  ['2.52: /onboarding/1', 'Знакомство', [], 'shopper', 'Карта всегда под рукой', 'Шаг 1 из 3'],
  ['2.52: /onboarding/2', 'Знакомство', [], 'shopper', 'Звёзды за каждую покупку', 'Шаг 2 из 3'],
  ['2.52: /onboarding/3', 'Знакомство', [], 'shopper', 'Купоны выбираете вы', 'Шаг 3 из 3'],
  ['1.3: /login/code', 'Код из СМС', [], 'asked', 'Пять цифр из сообщения', 'Продолжить'],
  ['2.9, 2.54: /registration', 'Регистрация', [], 'newcomer', ...registrationFields],
])('%s is «%s»', (label, title, layout, who, ...texts) =>
  expectScreen(label, title, { layout, who, texts }),
)

test.each<[string, string, ...string[]]>([
  ['2.12, 2.25: /search', 'Поиск', 'Что найти'],
  ['2.12, 2.25: /search?q=молоко', 'молоко — поиск', 'Найдено', product],
  ['1.7, 2.12, 2.13, 2.25: /categories', 'Категории', 'Молочные продукты и яйца Молоко и сливки'],
  ['2.14: /actions', 'Акции', 'Купоны', 'Задания за звёзды', 'Личные цены'],
  ['1.7, 2.15, 2.55: /coupons', 'Купоны', 'Доступные Активные Прошедшие'],
  ['1.7, 2.16: /actions/offers', 'Задания за звёзды', 'Участвовать во всех'],
  ['2.18: /actions/coupons', 'Купоны', 'Акции Купоны', 'Доступные Активные'],
  ['2.19: /actions/coupons/{favoriteId}', 'Купон', coupon.title],
  ['1.7, 2.21, 2.25: /catalog/{category}-{slug}', 'Молоко и сливки', 'Найдено 9 товаров'],
  ['1.7, 2.22, 2.25, 2.50: /product/{product}-{slug}', product, '4,2 197 оценок'],
  ['1.7, 2.23, 2.25: /product/{product}-{slug}/reviews', `Отзывы: ${product}`, '197 оценок'],
  ['2.26: /profile', 'Профиль', user.firstName ?? '', 'Имя и почта', 'Уведомления'],
  ['2.27: /profile/edit', 'Имя и почта', 'Имя Электронная почта'],
  ['2.28: /profile/rate', 'Оценки и опросы', 'Оцените покупку Покупка'],
  [
    '2.29: /profile/legal',
    'Документы и согласия',
    'Правила программы',
    'На что вы согласились',
    'Отозвать согласие или удалить аккаунт',
  ],
  [
    '2.30, 2.65: /profile/stars',
    'Звёзды',
    'Ваши звёзды',
    'Что и когда сгорит',
    'Как устроены звёзды',
  ],
  ['2.31, 5.5: /profile/cards', 'Карты', ...user.cards.map(groupInFours)],
  [
    '2.32: /profile/cards/add',
    'Привязать карту',
    'Номер карты',
    'Код с карты',
    'Где искать номер и код',
    'Ответьте числом',
  ],
  ['2.35: /profile/push-instruction', 'Как разрешить пуши', 'Если пуши заблокированы'],
  ['2.36: /profile/survey/{surveyId}', 'Опрос', user.polls[0]!.title, 'Вопрос 1 из'],
  ['2.37: /profile/transactions', 'Покупки и чеки', 'Потрачено'],
  ['2.38: /profile/transactions/{id}', 'Покупка', 'Чек', 'Итого'],
  [
    '1.5, 2.10, 2.12: /today',
    'Главная',
    'Здравствуйте, ',
    'Ваши звёзды',
    'Подтвердите почту',
    'Последние чеки Все Покупка',
    'Новые купоны',
    'Активные купоны',
    'Двойные звёзды',
  ],
  ['1.7: /stores/{storeCode}', 'Апрель «Большая Ордынка»'],
  ['1.7: /stores', 'Магазины', 'Найдено 12 магазинов', 'Выбрать'],
  ['1.9, 2.34: /profile/notification', 'Уведомления', 'Пуши разрешены', ...consents],
  [
    '2.12, 2.24, 2.25, 2.49: /catalog',
    'Каталог',
    'Все категории',
    ...sorts,
    'Фильтры Цена',
    'Бренд',
  ],
  ['2.15, 2.55: /coupons?tab=mine', 'Купоны', 'Доступные Активные Прошедшие'],
  ['2.15, 2.55: /coupons?tab=used', 'Купоны', 'Доступные Активные Прошедшие'],
  ['2.20, 2.55: /coupons/{active}', 'Купон', 'Показать карту', 'Условия'],
  ['1.7, 2.20, 2.55: /coupons/{favoriteId}', 'Купон', coupon.title, 'Активировать', 'Условия'],
  ['1.7, 2.17, 2.56: /actions/offers/{code}', 'Задание', offer.title, 'Участвовать'],
])('%s is «%s»', (label, title, ...texts) => expectScreen(label, title, { texts }))

test('5.5: the till, the printed card and a refused form show the card number in fours', async () => {
  const [number = ''] = user.cards
  for (const path of ['/qr/till', '/qr/print']) {
    const { data } = await shopper.load(page, path)
    expect(readPage(data).text).toContain(groupInFours(number))
  }
  const refused = await shopper.send(page, '/profile/cards/add', { number, cvc: '' })
  expect(refused.data).toContain(`value="${groupInFours(number)}"`)
})

test.each([
  ['2.24: /catalog/101', '/catalog/101-moloko'],
  ['2.24: /catalog/101-milk?sort=cheap', '/catalog/101-moloko?sort=cheap'],
  ['2.24: /product/0001000019', getAddress('/product/{product}-{slug}')],
  ['2.24: /product/0001000019?x=1', `${getAddress('/product/{product}-{slug}')}?x=1`],
])('%s is moved for ever to %s', async (label, to) => {
  const { status, location } = await shopper.load(page, label.split(': ')[1]!)
  expect([status, location]).toEqual([301, to])
})

test('2.18: leads from the coupons beside the promotions to its own tabs and coupons', async () => {
  const { data } = await shopper.load(page, '/actions/coupons')
  const links = [...String(data).matchAll(/href="(\/[a-z/]*coupons)[?/]/g)].map(([, to]) => to)
  expect(new Set(links)).toEqual(new Set(['/actions/coupons']))
  expect(data).toContain('href="/actions/coupons?tab=mine"')
})

test('2.37, 2.63: has a sticky header over the purchases, and none over one purchase', async () => {
  const headerOf = async (path: string) => {
    const { data } = await shopper.load(page, getAddress(path))
    return /<div class="[^"]*_sticky_[^"]*">.*?<h1/s.test(String(data))
  }
  expect(await headerOf('/profile/transactions')).toBe(true)
  expect(await headerOf('/profile/transactions/{id}')).toBe(false)
})

test('2.39: redirects /profile/illegal to /profile/legal', async () => {
  for (const person of [guest, shopper])
    expect(await person.load(page, '/profile/illegal')).toMatchObject({
      status: 302,
      location: '/profile/legal',
    })
})

test.each([
  ['2.40: /', 200],
  ['2.40: /terms', 200],
  ['2.40: /contacts', 200],
  ['2.40: /details', 200],
  ['2.40: /pdn', 200],
  ['2.40: /cookie-policy', 200],
  ['2.40: /program-loyalty', 200],
  ['2.40: /login', 200],
  ['2.40: /no-such-page', 404],
])('%s needs no sign-in: %i', async (label, expected) => {
  const { status, location } = await guest.load(page, label.split(': ')[1]!)
  expect([status, location]).toEqual([expected, null])
})

test('2.43: opens /registration with the loyalty-ID code alone', async () => {
  const open = async () => {
    const { status, location } = await newcomer.load(page, '/registration')
    return [status, location]
  }
  expect(await open()).toEqual([200, null])
  const code = newcomer.jar.get('__Host-v1_code')!
  newcomer.jar.delete('__Host-v1_code')
  expect(await open()).toEqual([302, '/login'])
  newcomer.jar.set('__Host-v1_code', code)
})

/** Requests an address as a browser; robots get no screen. */
const BROWSER =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36'
const browse = (person: typeof guest, path: string) =>
  person.load(page, path, {}, { 'User-Agent': BROWSER })

test('2.35: shows first how to allow pushes in this browser', async () => {
  const { data } = await browse(shopper, '/profile/push-instruction')
  expect(readPage(data).text).toMatch(
    / за минуту\. Chrome на Android Разрешить .* Другое устройство /,
  )
})

test.each([
  ['2.44: /no-such-page', '/no-such-page'],
  ['2.44: /catalog/milk', '/catalog/milk'],
  ['2.44: /product/milk', '/product/milk'],
  ['2.44: /product/milk/reviews', '/product/milk/reviews'],
  ['2.44: /coupons/me@mail.example', '/coupons/:value'],
  ['2.44: /actions/coupons/no such', '/actions/coupons/:value'],
  ['2.44: /actions/offers/no such', '/actions/offers/:value'],
  ['2.44: /profile/transactions/79001234567', '/profile/transactions/:value'],
  ['2.44: /profile/survey/no such', '/profile/survey/:value'],
  ['2.44: /stores/no such', '/stores/:value'],
  ['2.44: /onboarding/0', '/onboarding/0'],
  ['2.44: /onboarding/4', '/onboarding/4'],
  ['2.44: /catalog/998', '/catalog/998'],
  ['2.44: /catalog/2147483648', '/catalog/:value'],
  ['2.44: /product/998', '/product/998'],
  ['2.44: /product/998/reviews', '/product/998/reviews'],
  ['2.44: /coupons/998', '/coupons/998'],
  ['2.44: /actions/coupons/998', '/actions/coupons/998'],
  ['2.44: /actions/offers/998', '/actions/offers/998'],
  ['2.44: /profile/survey/998', '/profile/survey/998'],
  ['2.44: /stores/998', '/stores/998'],
])('%s is a 404 with the message «Page Not Found: %s»', async (label, path) => {
  const { status, data } = await browse(shopper, encodeURI(label.split(': ')[1]!))
  expect([status, readPage(data).heading]).toEqual([404, 'Здесь ничего не нашлось'])
  expect(data).toContain(`Page Not Found: ${path}`)
})

test('2.57, 2.58, 2.59: leads from an error to the main screen of shoppers, or to the landing page', async () => {
  for (const [person, home] of [
    [guest, '/'],
    [shopper, '/today'],
  ] as const) {
    const { data } = await browse(person, '/no-such-page')
    expect(readPage(data).title).toBe('Здесь ничего не нашлось — Апрель')
    expect(data).toMatch(
      new RegExp(`<main.*<a href="${home}"[^>]*><span>На главную<.*</main>`, 's'),
    )
  }
})

test('2.60: answers robots with the status and a line of text instead of the screen', async () => {
  const robot = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
  const { status, data, headers } = await guest.load(page, '/no-such-page', {}, robot)
  expect([status, data]).toEqual([404, shortPage(404, 'Здесь ничего не нашлось')])
  expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  const refused = await guest.send(page, '/terms', {}, {}, robot)
  expect([refused.status, refused.data]).toEqual([405, shortPage(405, 'Сайт временно не работает')])
  expect(data).not.toContain('Посмотрите другие разделы')
})

test.each([
  ['2.49: /catalog', 'Filters:Open'],
  ['2.50: /product/{product}-{slug}', 'Product:Rating?good_id='],
  ['2.52: /onboarding/1', 'Onboarding:Skip?step=1'],
  ['2.53: /today', 'TabBar:Tap?tab=qr'],
  ['2.32: /profile/cards/add', 'Card:Guide'],
  ['2.54: /registration', 'Registration:InfoLink?document=pdn'],
])('%s names the tap %s for analytics', async (label, event) => {
  const person = label.includes('registration') ? newcomer : shopper
  const { data } = await person.load(page, getAddress(label.split(': ')[1]!))
  expect(data).toContain(`data-event="${event}`)
})

test('2.10, 2.53: has tabs of the main screen, coupons, card and profile', async () => {
  const { data } = await shopper.load(page, '/profile/cards')
  const [, list = ''] =
    /<nav[^>]*aria-label="Основное меню"><ul[^>]*>(.*?)<\/ul>/s.exec(String(data)) ?? []
  const tabs = [...list.matchAll(/<a href="([^"]+)"([^>]*)>.*?<span>([^<]+)<\/span><\/a>/gs)]
  expect(
    tabs.map(([, to, rest = '', name]) => [to, name, rest.includes('aria-current="page"')]),
  ).toEqual([
    ['/today', 'Главная', false],
    ['/coupons', 'Купоны', false],
    ['/qr', 'Карта', false],
    ['/profile', 'Профиль', true],
  ])
})

test('1.1, 1.12, 2.53, 2.62: has the layout of public pages, and the default one with and without tabs', async () => {
  const layoutOf = async (who: keyof typeof visitors, path: string) => {
    const { data } = await browse(await visitors[who](), path)
    expect(readFrame(data)).toMatchSnapshot(`${who} ${path}`)
    expect(data).toContain('<html lang="ru"')
    expect(data).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
    return /<div class="_(app|plain|landing)_/.exec(String(data))?.[1]
  }
  expect(await layoutOf('guest', '/terms')).toBe('landing')
  expect(await layoutOf('shopper', '/terms')).toBe('landing')
  expect(await layoutOf('guest', '/no-such-page')).toBe('landing')
  expect(await layoutOf('guest', '/login')).toBe('plain')
  expect(await layoutOf('newcomer', '/registration')).toBe('plain')
  expect(await layoutOf('incomplete', '/profile/incomplete')).toBe('plain')
  expect(await layoutOf('shopper', '/today')).toBe('app')
  expect(await layoutOf('shopper', '/qr')).toBe('app')
  expect(await layoutOf('shopper', '/no-such-page')).toBe('app')
})

test('1.5, 1.6: draws the QR code of the card on the main screen and on the card', async () => {
  for (const path of ['/today', '/qr']) {
    const { data } = await shopper.load(page, path)
    expect(data).toMatch(/aria-label="QR-код карты для кассы"[^>]*><svg/)
  }
})

test('1.6: shows the number of the card when its code fails', async () => {
  const person = await visitor(PHONE)
  await person.load(page, '/qr')
  sandbox.faults.add({ endpoint: 'GET /v1/user/totp', mode: 'status', status: 500 })
  const { data } = await person.load(page, '/qr')
  expect(readOutline(data)).toMatchSnapshot()
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15'
test.each([
  [
    'Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari Нажмите «Поделиться» — квадрат со стрелкой вверх. Прокрутите',
  ],
  [
    'CriOS/132.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome, Edge или Firefox Нажмите «Поделиться» в строке адреса или в меню браузера. Выберите',
  ],
  [
    'Mobile/15E148 Instagram 300.0',
    'этот браузер Откройте этот сайт в Safari: здесь установка не работает. Нажмите «Поделиться»',
  ],
])('1.11: shows a browser of iOS, %s, first how to install there', async (browser, steps) => {
  const headers = { 'User-Agent': `${IPHONE} (KHTML, like Gecko) ${browser}` }
  const { text } = readPage((await guest.load(page, '/install', {}, headers)).data)
  expect(text.split(' Другое устройство ')[0]).toContain(`iPhone или iPad, ${steps}`)
})

test('2.64: puts the purchases into the wrapper of other screens, and into no other', async () => {
  for (const path of [
    '/profile/push-instruction',
    '/profile/transactions',
    '/profile/transactions/{id}',
  ]) {
    const { data } = await shopper.load(page, getAddress(path))
    const [wrapper] = /<main.*?(?=<div class="_header_)/s.exec(String(data)) ?? []
    expect(wrapper?.replace(/_(\w+?)_\w+/g, '$1').replace(' gap-8', '')).toBe(
      '<main class="main" id="content" tabindex="-1"><div class="stack screen">',
    )
  }
})

test('1.12, 2.47, 2.51: has the support, the policy and the map that the operator sets', async () => {
  const names = [
    'SUPPORT_EMAIL',
    'SUPPORT_PHONE',
    'SUPPORT_BOT_URL',
    'PERSONAL_DATA_POLICY_URL',
    'MAP_TILES_URL',
  ] as const
  const before = Object.fromEntries(names.map((name) => [name, env()[name]]))
  onTestFinished(() => void Object.assign(env(), before))
  const policy = 'href="https://retailer.example/policy"'
  const marks = [
    'href="mailto:care@shop.example"',
    'href="tel:88001112233"',
    'href="https://bot.shop.example"',
    policy,
  ]
  const look = async () => {
    const [stores, legal, landing] = await Promise.all([
      shopper.load(page, '/stores'),
      shopper.load(page, '/profile/legal'),
      guest.load(page, '/'),
    ])
    const found = marks.map((mark) => String(landing.data).includes(mark))
    return [
      ...found,
      String(legal.data).includes(policy),
      ...[landing, legal].map(({ data }) => !String(data).includes('href="/pdn"')),
      String(stores.data).includes('_withMap_'),
    ]
  }
  expect(await look()).toEqual(Array(8).fill(false))
  Object.assign(env(), {
    SUPPORT_EMAIL: 'care@shop.example',
    SUPPORT_PHONE: '8 800 111-22-33',
    SUPPORT_BOT_URL: 'https://bot.shop.example',
    PERSONAL_DATA_POLICY_URL: 'https://retailer.example/policy',
    MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
  })
  expect(await look()).toEqual([true, true, true, true, true, false, false, true])
})

test('1.13, 2.66: sends views of the phone and of the code, and events of the captcha', async () => {
  const debug = vi.spyOn(log, 'debug')
  const person = await visitor()
  person.jar.set('__Host-v1_consent', 'accepted')
  await browse(person, '/login')
  await person.send(page, '/login', { phone: '79000000004' })
  await person.send(page, '/login', { phone: newPhone() })
  await browse(person, '/login/code')
  await browse(person, '/terms')
  shopper.jar.set('__Host-v1_consent', 'accepted')
  await browse(shopper, '/onboarding/2')
  shopper.jar.delete('__Host-v1_consent')
  const sent = debug.mock.calls.flatMap(([entry]) => (entry as { event?: object }).event ?? [])
  expect(sent).toEqual([
    { type: 'page', name: 'login', properties: {} },
    { type: 'track', name: 'Phone:Submit', properties: { result: 'captcha' } },
    { type: 'track', name: 'Captcha:Show', properties: { place: 'login' } },
    { type: 'track', name: 'Phone:Submit', properties: { result: 'sent' } },
    { type: 'page', name: 'login_code', properties: {} },
    { type: 'page', name: 'document', properties: { document: 'terms' } },
    { type: 'page', name: 'onboarding', properties: { step: 2 } },
  ])
})
