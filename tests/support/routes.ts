import type { ServerBuild } from '@remix-run/node'

import { createApplication } from '../../app/framework/application.server'
import { addresses } from './examples'

const routes = Object.fromEntries(
  addresses.map(({ id, path, index }) => [id, { id, path, index, parentId: 'root', module: {} }]),
)
const build = {
  routes: { root: { id: 'root', path: '', module: {} }, ...routes },
  assets: { version: 'test' },
} as unknown as ServerBuild

/** Ids of all addresses of `app/routes.ts`. */
export const routeIds: readonly string[] = addresses.map(({ id }) => id)

/** Ids of screens. */
export const screenIds: readonly string[] = addresses
  .filter(({ file }) => file.endsWith('.screen.tsx'))
  .map(({ id }) => id)

/** The id of the route of a path. */
export const { routeOf } = createApplication(build, async () => undefined)
