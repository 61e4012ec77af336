import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

interface Pattern {
  id: string
  /** Without its optional segments, or with them. */
  segments: string[]
}

function segmentsOf({ path, parentId }: Route, routes: Routes): string[] {
  const parent = parentId === undefined ? undefined : routes[parentId]
  const above = parent ? segmentsOf(parent, routes) : []
  return [...above, ...(path ?? '').split('/').filter(Boolean)]
}

/** `a/:b?` is `a` and `a/:b`. */
function patternsOf(id: string, segments: string[]): Pattern[] {
  const at = segments.findIndex((segment) => segment.endsWith('?'))
  if (at < 0) return [{ id, segments }]
  const [before, optional = '', after] = [
    segments.slice(0, at),
    segments[at],
    segments.slice(at + 1),
  ]
  return [
    ...patternsOf(id, [...before, ...after]),
    ...patternsOf(id, [...before, optional.slice(0, -1), ...after]),
  ]
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function toRegExp({ segments }: Pattern): RegExp {
  const parts = segments.map((segment) => (segment.startsWith(':') ? '[^/]+' : escape(segment)))
  return new RegExp(`^/${parts.join('/')}$`, 'i')
}

function pathOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const page = path.replace(/\.data$/, '').replace(/(?<=[^/])\/+$/, '')
  if (page === '/_root') return '/'
  try {
    // A slash in a parameter is no end of a segment.
    return page
      .split('/')
      .map((part) => decodeURIComponent(part).replace(/\//g, '%2F'))
      .join('/')
  } catch {
    return page
  }
}

/**
 * Which route answers an address, for the log and the metrics: the innermost one's id, of a page,
 * its data and a resource alike. Made once; the framework tells it to rendered documents alone.
 */
export function createRouteIds({ routes }: Pick<ServerBuild, 'routes'>): (url: string) => string {
  const fixed = new Map<string, string>()
  const variable: { id: string; form: RegExp; fixedSegments: number }[] = []
  let rest = 'unknown'
  for (const route of Object.values(routes)) {
    // A layout, like the root, answers nothing by itself.
    if (!route || (!route.path && !route.index)) continue
    for (const pattern of patternsOf(route.id, segmentsOf(route, routes))) {
      const { id, segments } = pattern
      const isVariable = segments.some((segment) => segment.startsWith(':'))
      if (segments.includes('*')) rest = id
      else if (!isVariable) fixed.set(`/${segments.join('/')}`.toLowerCase(), id)
      else {
        const fixedSegments = segments.filter((segment) => !segment.startsWith(':')).length
        variable.push({ id, form: toRegExp(pattern), fixedSegments })
      }
    }
  }
  variable.sort((one, other) => other.fixedSegments - one.fixedSegments)
  return (url) => {
    const path = pathOf(url)
    return fixed.get(path.toLowerCase()) ?? variable.find(({ form }) => form.test(path))?.id ?? rest
  }
}
