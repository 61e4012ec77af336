import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { ErrorScreen } from './error-screen'
import { noteResponse, ReferenceContext } from './request-reference'

vi.mock('@remix-run/react', async (original) => ({
  ...(await original()),
  useLocation: () => ({ pathname: '/coupons', search: '' }),
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
