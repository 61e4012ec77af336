import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** The first segment of an address, as routes are compared with it: decoded, without case. */
function firstSegment(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const segment = (path.split('/')[1] ?? '').replace(/\.data$/, '').toLowerCase()
  // The data of `/` are asked for under this name.
  if (segment === '_root') return ''
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment
  }
}

/** A route and what it lies in, from the root down. */
function branchOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...branchOf(parent, routes), route] : [route]
}

/**
 * Builds with only the routes that can answer an address, by its first segment. Remix lists, ranks
 * and compiles every route it knows, three times for each request, and of sixty few can match.
 * The splat and routes that begin with a parameter are in each group.
 */
export function createRouteGroups<Build extends ServerBuild>(build: Build): (url: string) => Build {
  const groups = new Map<string, Set<string>>()
  const everywhere = new Set<string>()
  for (const route of Object.values(build.routes)) {
    if (!route) continue
    const branch = branchOf(route, build.routes)
    const segments = branch.flatMap(({ path }) => (path ?? '').split('/').filter(Boolean))
    // A layout without a path comes with its children, the root with all.
    if (segments.length === 0 && !route.index) continue
    const first = segments[0]?.toLowerCase() ?? ''
    const group = /^[:*]/.test(first) ? everywhere : (groups.get(first) ?? new Set())
    for (const { id } of branch) group.add(id)
    if (group !== everywhere) groups.set(first, group)
  }
  const only = (ids: Iterable<string>): Build => {
    const known = new Set([...ids, ...everywhere])
    // In the order of the whole table: it decides between routes of one rank.
    const routes = Object.entries(build.routes).filter(([id]) => known.has(id))
    return { ...build, routes: Object.fromEntries(routes) }
  }
  const builds = new Map([...groups].map(([first, ids]) => [first, only(ids)]))
  const rest = only([])
  return (url) => builds.get(firstSegment(url)) ?? rest
}
