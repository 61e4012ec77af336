import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'

import { createApplication } from '../../app/framework/application.server'
import table from '../../app/routes'

interface Entry {
  id: string
  file: string
  parentId: string
  path?: string
  index?: boolean
}

const listed = (entries: readonly RouteConfigEntry[], parentId = 'root'): Entry[] =>
  entries.flatMap(({ id: given, file, path, index, children }) => {
    const id = given ?? file.replace(/\.tsx?$/, '')
    const entry = {
      id,
      file,
      parentId,
      ...(path !== undefined && { path }),
      ...(index && { index }),
    }
    return [entry, ...listed(children ?? [], id)]
  })

const entries = listed(table as RouteConfigEntry[])
const routes = {
  root: { id: 'root', path: '' },
  ...Object.fromEntries(entries.map((entry) => [entry.id, entry])),
}
const build = { routes, assets: { version: 'test' } } as unknown as ServerBuild

/** The ids of all addresses of `app/routes.ts`, without the frames around them. */
export const routeIds: readonly string[] = entries
  .filter(({ path, index }) => path !== undefined || index)
  .map(({ id }) => id)

/** Those of them that a shopper looks at. */
export const screenIds: readonly string[] = entries
  .filter(({ id, file }) => routeIds.includes(id) && file.endsWith('.screen.tsx'))
  .map(({ id }) => id)

/** The id of the route that answers a path. */
export const { routeOf } = createApplication(build)
