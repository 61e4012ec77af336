import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'

import { createRouteGroups } from './route-groups'

const route = (id: string, parentId?: string, path?: string, index?: boolean) => ({
  [id]: { id, parentId, path, index, module: {} },
})
const build = {
  routes: {
    ...route('root', undefined, ''),
    ...route('landing', 'root'),
    ...route('home', 'landing', undefined, true),
    ...route('terms', 'landing', 'terms'),
    ...route('app', 'root'),
    ...route('today', 'app', 'today'),
    ...route('profile', 'app', 'profile'),
    ...route('edit', 'profile', 'edit'),
    ...route('cards', 'app', 'profile/cards/:id?'),
    ...route('not-found', 'root', '*'),
  },
} as unknown as ServerBuild
const groups = createRouteGroups(build)
const ids = (url: string) => Object.keys(groups(url).routes)

test.each([
  ['/', ['root', 'landing', 'home', 'not-found']],
  ['/?source=pwa', ['root', 'landing', 'home', 'not-found']],
  ['/_root.data', ['root', 'landing', 'home', 'not-found']],
  ['/terms', ['root', 'landing', 'terms', 'not-found']],
  ['/today.data?_routes=today', ['root', 'app', 'today', 'not-found']],
  ['/TODAY/', ['root', 'app', 'today', 'not-found']],
  ['/%74oday', ['root', 'app', 'today', 'not-found']],
  ['/profile/edit', ['root', 'app', 'profile', 'edit', 'cards', 'not-found']],
  ['/profile/cards/7', ['root', 'app', 'profile', 'edit', 'cards', 'not-found']],
  ['/nothing', ['root', 'not-found']],
  ['/%', ['root', 'not-found']],
])('%s can be answered by %j', (url, expected) => {
  expect(ids(url)).toEqual(expected)
})
