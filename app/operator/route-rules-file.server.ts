import { env } from '~/platform/env.server'
import { liveFiles } from '~/platform/live-files.server'

import { matchRoute, parseRouteRules, type RouteRule, type RuleMatch } from './route-rules.server'

const rules = liveFiles.add({
  name: 'ROUTE_RULES_FILE',
  path: () => env().ROUTE_RULES_FILE,
  parse: parseRouteRules,
  isExpected: true,
})

/** The operator's rules for moved addresses; empty without a file. */
export const listRouteRules = (): readonly RouteRule[] => rules() ?? []

/** The redirect of an address (path and query) by the operator's rules; null without one. */
export function findRouteRule(url: string): RuleMatch | null {
  const present = listRouteRules()
  return present.length > 0 ? matchRoute(present, url) : null
}
