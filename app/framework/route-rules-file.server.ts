import { env } from '~/platform/env.server'
import { createLiveFiles, type LiveFiles } from '~/platform/live-file.server'
import { matchRoute, parseRouteRules, type RouteRule, type RuleMatch } from './route-rules.server'
import { log } from '~/platform/log.server'
import { reportFileError, logLoadedFile, watchFiles } from '~/platform/watched-files.server'

const NAME = 'ROUTE_RULES_FILE'

let file: LiveFiles<{ [NAME]: RouteRule[] }> | null | undefined

function openFile() {
  const path = env().ROUTE_RULES_FILE
  if (!path) return null
  const opened = createLiveFiles<{ [NAME]: RouteRule[] }>({
    sources: { [NAME]: { path, parse: parseRouteRules } },
    onError(name, error) {
      // The setting names the file, so its absence is reported.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        log.error({ fault: (error as Error).message }, 'bad route rules')
      reportFileError(name, error)
    },
    onLoaded: logLoadedFile,
  })
  watchFiles(opened.states)
  return opened
}

/** The operator's rules for moved addresses; empty without a file. */
export async function listRouteRules(): Promise<readonly RouteRule[]> {
  file = file === undefined ? openFile() : file
  return (await file?.get())?.[NAME] ?? []
}

/** The redirect of an address (path and query) by the operator's rules; null without one. */
export async function findRouteRule(url: string): Promise<RuleMatch | null> {
  const rules = await listRouteRules()
  return rules.length > 0 ? matchRoute(rules, url) : null
}
