import type { ServerBuild } from '@remix-run/node'

import { pagePath } from './data-address'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** What answers an address. */
export interface RouteMatch<Build> {
  /** Of the innermost route: a page's, its data's and a resource's alike. */
  routeId: string
  /** The build with only the routes that can answer. */
  build: Build
}

interface Pattern {
  /** In small letters; a parameter begins with a colon. */
  segments: string[]
  /** Null while no route ends here: a part of longer addresses. */
  id: string | null
}

interface Node {
  id: string | null
  fixed: Map<string, Node>
  parameter: Node | null
}

const createNode = (): Node => ({ id: null, fixed: new Map(), parameter: null })

/** A route and what it lies in, from the root down. */
function branchOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...branchOf(parent, routes), route] : [route]
}

/** `a/:b?` is `a` and `a/:b`. */
function withoutOptional(segments: string[]): string[][] {
  const at = segments.findIndex((segment) => segment.endsWith('?'))
  if (at < 0) return [segments]
  const before = segments.slice(0, at)
  const after = segments.slice(at + 1)
  const optional = segments[at]?.slice(0, -1) ?? ''
  return [
    [...before, ...after],
    [...before, optional, ...after],
  ].flatMap(withoutOptional)
}

/** The segments of a path as routes are compared with them: decoded one by one, without case. */
function segmentsOf(path: string): string[] {
  const parts = path.split('/').filter(Boolean)
  try {
    return parts.map((part) => decodeURIComponent(part).toLowerCase())
  } catch {
    return parts.map((part) => part.toLowerCase())
  }
}

/** The route of these segments; what is spelt out goes before a parameter, as the framework ranks. */
function find(node: Node, segments: string[], at = 0): string | null {
  const segment = segments[at]
  if (segment === undefined) return node.id
  const fixed = node.fixed.get(segment)
  const found = fixed ? find(fixed, segments, at + 1) : null
  if (found !== null) return found
  return node.parameter ? find(node.parameter, segments, at + 1) : null
}

function addPattern(root: Node, { segments, id }: Pattern): void {
  let node = root
  for (const segment of segments) {
    if (segment.startsWith(':')) node = node.parameter ??= createNode()
    else {
      const next = node.fixed.get(segment) ?? createNode()
      node.fixed.set(segment, next)
      node = next
    }
  }
  node.id ??= id
}

/**
 * The table of routes, compiled once. The framework lists, ranks and compiles every route that it
 * is given for each request; here an address finds its route in as many steps as it has segments,
 * and the framework is given that route and what it lies in alone.
 * @returns a function of an address, of whatever length, that a page, its data or a resource has
 */
export function createRouteTable<Build extends ServerBuild>(
  build: Build,
): (url: string) => RouteMatch<Build> {
  const root = createNode()
  const matches = new Map<string, RouteMatch<Build>>()
  let rest: RouteMatch<Build> | undefined
  for (const route of Object.values(build.routes)) {
    // A layout, like the root, answers nothing by itself.
    if (!route || (!route.path && !route.index)) continue
    const branch = branchOf(route, build.routes)
    const segments = branch.flatMap(({ path }) => (path ?? '').split('/').filter(Boolean))
    const routes = Object.fromEntries(branch.map((each) => [each.id, each]))
    const match = { routeId: route.id, build: { ...build, routes } }
    matches.set(route.id, match)
    if (segments.includes('*')) {
      rest = match
      continue
    }
    for (const each of withoutOptional(segments))
      addPattern(root, {
        id: route.id,
        segments: each.map((part) => (part.startsWith(':') ? part : part.toLowerCase())),
      })
  }
  const nowhere = rest ?? { routeId: 'unknown', build }
  return (url) => matches.get(find(root, segmentsOf(pagePath(url))) ?? '') ?? nowhere
}
