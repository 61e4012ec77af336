import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import CardsScreen from './cards.screen'
import ProfileScreen from './profile.screen'
import NotificationScreen from '../push/notification.screen'

const loaded = vi.hoisted(() => ({ data: {} as object }))

vi.mock('@remix-run/react', async (original) => ({
  ...(await original()),
  useLoaderData: () => loaded.data,
  useActionData: () => undefined,
  useRouteLoaderData: () => undefined,
  useLocation: () => ({ pathname: '/profile', search: '' }),
  useNavigation: () => ({ state: 'idle' }),
  useRevalidator: () => ({ state: 'idle' }),
  useFetcher: () => ({ state: 'idle', Form: () => null }),
  useSubmit: () => undefined,
  Form: () => null,
}))

const profile = {
  person: { name: 'Анна', phone: '67' },
  owner: 'o',
  points: 7,
  isOldBalance: false,
  supportCode: null,
  theme: 'system',
  start: 'today',
}

test.each([
  [ProfileScreen, profile, null],
  [ProfileScreen, { ...profile, points: null, supportCode: 'balanceUnavailable' }, 'Часть данных'],
  [ProfileScreen, { ...profile, person: null }, 'Часть данных'],
  [CardsScreen, { cards: ['1'] }, null],
  [CardsScreen, { cards: null }, 'не загруз'],
  [NotificationScreen, { consents: null, quiet: [] }, 'Согласия не загрузились'],
] as const)('4.1, 8.5: the data %2$j say, if something failed, «%3$s»', (Screen, data, text) => {
  loaded.data = data
  const page = renderToStaticMarkup(createElement(Screen)).replaceAll('\u00a0', ' ')
  expect(page.includes(text ?? 'не загруз')).toBe(text !== null)
  expect(page.includes('balanceUnavailable')).toBe(
    'supportCode' in data && data.supportCode === 'balanceUnavailable',
  )
})
