import { env } from '~/platform/env.server'
import { createLiveFile, type LiveFile } from '~/platform/live-file.server'
import { matchRoute, parseRouteRules, type RouteRule, type RuleMatch } from './route-rules.server'
import { log } from '~/platform/log.server'

let file: LiveFile<RouteRule[]> | null | undefined

function openFile(): LiveFile<RouteRule[]> | null {
  const path = env().ROUTE_RULES_FILE
  if (!path) return null
  return createLiveFile({
    path,
    parse: parseRouteRules,
    onFault: (error) =>
      log.error({ fault: error instanceof Error ? error.message : 'unknown' }, 'bad route rules'),
  })
}

/** The operator's rules for addresses that have moved; none without a file. */
export async function listRouteRules(): Promise<readonly RouteRule[]> {
  file = file === undefined ? openFile() : file
  return (await file?.get()) ?? []
}

/** Where the operator's rules send an address (path and query), null for nowhere. */
export async function findRouteRule(url: string): Promise<RuleMatch | null> {
  const rules = await listRouteRules()
  return rules.length > 0 ? matchRoute(rules, url) : null
}
