import { production } from './settings.server'

const DIRECT = 'gateways and other services are called directly, so open egress to their hosts'
/** The library of error reports reads the lower-case names. */
const REPORTS_ONLY = `carries error reports alone: ${DIRECT}`

/** Settings of earlier versions and usual ones of other software, and what replaces them. */
const unused: Record<string, string> = {
  WORKERS: 'is gone: start one process for each processor, each with its own PORT',
  ...{ HTTP_PROXY: `is not used: ${DIRECT}`, HTTPS_PROXY: `is not used: ${DIRECT}` },
  ...{ http_proxy: REPORTS_ONLY, https_proxy: REPORTS_ONLY },
}
const listed = Object.keys(production.shape).flatMap((name) => [name, `${name}_FILE`])
/** Shorter names resemble too many others, such as PORT. */
const SHORTEST_NAME = 6
const MAX_EDITS = 2

/** The least number of letters to add, remove or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (row[to] ?? 0) + (letter === otherLetter ? 0 : 1),
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Warnings about variables that nothing reads, and that operators may think are settings. */
export function settingNameWarnings(names: readonly string[]): string[] {
  return names
    .filter((name) => name.length >= SHORTEST_NAME && !listed.includes(name))
    .flatMap((name) => {
      if (unused[name]) return [`${name}: ${unused[name]}`]
      const meant = listed.find(
        (each) =>
          Math.abs(each.length - name.length) <= MAX_EDITS &&
          each.length >= SHORTEST_NAME &&
          editsBetween(name, each) <= MAX_EDITS,
      )
      return meant && !names.includes(meant) ? [`${name}: is no setting; is ${meant} meant?`] : []
    })
}
