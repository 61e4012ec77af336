import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { ErrorScreen, getStatus } from './error-screen'
import { noteResponse, ReferenceContext } from './request-reference'

vi.mock('@remix-run/react', async (original) => ({
  ...(await original()),
  useLocation: () => ({ pathname: '/coupons', search: '?tab=mine' }),
  useRouteLoaderData: () => undefined,
  Link: () => null,
}))

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const shown = (status: number, own: string | null = null) =>
  renderToStaticMarkup(
    <ReferenceContext.Provider value={own}>
      <ErrorScreen status={status} />
    </ReferenceContext.Provider>,
  )

const NOTHING = ['Здесь ничего не нашлось', 'Посмотрите другие разделы', 'На главную']
const BROKEN = [
  'Сайт временно не работает',
  'Мы уже чиним эту проблему — пожалуйста, попробуйте снова через 15 минут',
  'На главную',
]
test.each([
  ['2.57, 2.59: a 404', 404, NOTHING, '/'],
  ['2.57, 2.59: a 422', 422, NOTHING, '/'],
  ['2.58, 2.59: a 400', 400, BROKEN, '/'],
  ['2.58, 2.59: a 403', 403, BROKEN, '/'],
  ['2.58, 2.59: a 500', 500, BROKEN, '/'],
  ['2.58, 2.59: a 503', 503, BROKEN, '/'],
  [
    '2.58: a 429',
    429,
    ['Слишком много запросов', 'Подождите несколько секунд и обновите страницу', 'На главную'],
    '/',
  ],
  [
    '2.58: a lost network',
    0,
    ['Нет связи', 'Проверьте интернет и попробуйте ещё раз', 'Повторить'],
    '/coupons?tab=mine',
  ],
])('%s has its title, its text, a picture and a wide button', (_, status, texts, to) => {
  const [, picture, title, text, href, look, label] =
    /<img[^>]*src="([^"]+)"[^>]*><h1[^>]*>([^<]+)<\/h1><p>([^<]+)<\/p><a href="([^"]+)"[^>]*class="([^"]+)">.*?<span>([^<]+)<\/span><\/a>/.exec(
      shown(status),
    ) ?? []
  expect([title, text, label]).toEqual(texts)
  expect([picture, href]).toEqual(['/assets/svg/illustrations/base/warning.svg', to])
  expect(look).toContain('_fullWidth_')
})

test('2.57, 2.58: takes the status of a response, 0 of a lost network, else 500', () => {
  const response = (status: number) => ({ status, statusText: '', internal: false, data: null })
  const lost = Object.assign(new Error('lost'), { name: 'NoNetworkError' })
  const errors = [...[400, 404, 422, 429, 503].map(response), lost, new TypeError('x'), null]
  expect(errors.map(getStatus)).toEqual([400, 404, 422, 429, 503, 0, 500, 500])
})

test('shows the trace id of the request after a server error', () => {
  expect(shown(500, TRACE)).toContain(`Код ошибки для поддержки: <code id="reference">${TRACE}`)
})

test('shows a 429 as too many requests, not as our error', () => {
  expect(shown(429)).toContain('Слишком много запросов')
  expect(shown(429)).toContain('Подождите несколько секунд')
  expect(shown(429)).not.toContain('Мы уже чиним')
})

test('shows no trace id when the network fails or the page is unknown', () => {
  expect(shown(404, TRACE)).not.toContain(TRACE)
  expect(shown(0, TRACE)).not.toContain(TRACE)
})

test('shows the trace id of a failed client-side navigation', () => {
  vi.stubGlobal('document', { getElementById: () => null })
  const headers = { 'X-Trace-ID': TRACE }
  noteResponse(new Response(null, { status: 500, headers }))
  expect(shown(500)).toContain(TRACE)
  noteResponse(new Response(null, { status: 200, headers }))
  expect(shown(500)).not.toContain(TRACE)
  vi.unstubAllGlobals()
})

test('shows the trace id that the document contains after hydration', () => {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: TRACE }) })
  expect(shown(500)).toContain(TRACE)
  vi.unstubAllGlobals()
})
