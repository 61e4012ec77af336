import type { RouteConfigEntry } from '@remix-run/route-config'
import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'

import { addressOf, foundOf } from '../tests/support/found'
import { testContext, type Handler } from '../tests/support/test-context'
import { EVERY_SCREEN } from './gateways/endpoint.server'
import { allEndpoints } from './gateways/gateways.server'
import routes from './routes'

const { sandbox, shopper, visitor, forget, spoil } = testContext()
const modules = import.meta.glob<{ loader?: Handler }>('./*/**/*.{screen,resource}.{ts,tsx}')

interface Screen {
  id: string
  path: string
}

const screensOf = (entries: readonly RouteConfigEntry[]): Screen[] =>
  entries.flatMap(({ path, index, file, children }) =>
    path !== undefined || index
      ? [{ id: file, path: `/${path ?? ''}` }]
      : screensOf(children ?? []),
  )
const screens = screensOf(routes as RouteConfigEntry[])
const screenAt = (address: string): Screen | undefined => {
  const found = matchRoutes(screens, address)?.at(-1)?.route
  return found?.path === '/*' ? undefined : found
}

const usedBy = allEndpoints.flatMap((endpoint) =>
  endpoint.usedBy === EVERY_SCREEN
    ? []
    : endpoint.usedBy.map((address) => ({ endpoint, address, screen: screenAt(address)?.id })),
)

test('names only existing screens in `usedBy` of endpoints', () => {
  expect(usedBy.filter(({ screen }) => !screen).map(({ address }) => address)).toEqual([])
})

test('calls every endpoint from exactly the screens in its `usedBy`', async () => {
  const { load, user, jar } = await shopper()
  const guest = await visitor()
  jar.set('__Host-v1_uuid', crypto.randomUUID())
  const ids = foundOf(user)
  const asked = new Map<string, Set<string>>()
  async function look(address: string): Promise<void> {
    const screen = screenAt(address)
    const loader = screen && (await modules[`./${screen.id}`]?.())?.loader
    if (!loader) return
    const params = matchRoutes([screen], address)![0]!.params as Record<string, string>
    const looks = [
      { person: load },
      { person: guest.load },
      ...(address.startsWith('/qr') ? [{ person: load, isFailing: true }] : []),
    ]
    for (const { person, isFailing = false } of looks) {
      forget()
      // Failing calls reveal the endpoints that replace the card's code.
      sandbox.faults.clear()
      if (isFailing) spoil('GET /v1/user/totp', 'status')
      jar.delete('__Host-v1_variants')
      sandbox.calls.length = 0
      const { status, location } = await person(loader, address, params)
      for (const { endpoint } of sandbox.calls)
        asked.set(endpoint, (asked.get(endpoint) ?? new Set()).add(screen.id))
      if (status === 301) await look(location!)
    }
  }
  for (const { address } of usedBy) await look(addressOf(address, ids))
  const named = new Set(usedBy.map(({ screen }) => screen))
  for (const { path } of screens.filter(({ id }) => !named.has(id)))
    await look(path.replace(/:\w+\??/g, '1'))

  const wrong = allEndpoints
    .filter(({ effect, usedBy: list }) => effect === 'safe' && list !== EVERY_SCREEN)
    .map(({ name }) => {
      const declared = new Set(
        usedBy.filter(({ endpoint }) => endpoint.name === name).map(({ screen }) => screen),
      )
      const found = asked.get(name) ?? new Set()
      return {
        name,
        isNotNamed: [...found].filter((id) => !declared.has(id)),
        isNotAsked: [...declared].filter((id) => !found.has(id!)),
      }
    })
    .filter(({ isNotNamed, isNotAsked }) => isNotNamed.length + isNotAsked.length > 0)
  expect(wrong).toEqual([])
  // Every screen is loaded twice.
}, 60_000)
