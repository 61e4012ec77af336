import { production } from './settings.server'

/** Settings of earlier versions, and what replaces them. */
const gone: Record<string, string> = {
  WORKERS: 'is gone: start one process for each processor, each with its own PORT',
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

/** Warnings about variables that are no settings any more, or that resemble one. */
export function settingNameWarnings(names: readonly string[]): string[] {
  return names
    .filter((name) => name.length >= SHORTEST_NAME && !listed.includes(name))
    .flatMap((name) => {
      if (gone[name]) return [`${name}: ${gone[name]}`]
      const meant = listed.find(
        (each) =>
          Math.abs(each.length - name.length) <= MAX_EDITS &&
          each.length >= SHORTEST_NAME &&
          editsBetween(name, each) <= MAX_EDITS,
      )
      return meant && !names.includes(meant) ? [`${name}: is no setting; is ${meant} meant?`] : []
    })
}
