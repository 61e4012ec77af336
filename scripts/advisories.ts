// Gate before a release: refuses published advisories about shipped packages. Asks the registry by `npm
// audit`; docs/reference/security-exceptions.md lists exceptions with their last day.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A published advisory about a shipped package. */
export interface Advisory {
  /** `GHSA-…`, the last part of its address. */
  id: string
  name: string
  title: string
  severity: string
}

/**
 * The advisories in the output of `npm audit --json`, each once.
 * @throws Error when it is no report, because the registry did not respond
 */
function readAudit(output: string): Advisory[] {
  type Via = string | (Omit<Advisory, 'id'> & { url: string })
  const { vulnerabilities } = JSON.parse(output || '{}') as {
    vulnerabilities?: Record<string, { via: Via[] }>
  }
  if (!vulnerabilities) throw new Error(`npm audit has no report: ${output.slice(0, 300)}`)
  const found = new Map<string, Advisory>()
  for (const each of Object.values(vulnerabilities).flatMap(({ via }) => via)) {
    if (typeof each === 'string') continue
    const id = basename(each.url)
    found.set(`${id} ${each.name}`, { ...each, id })
  }
  return [...found.values()]
}

/** The exceptions in docs/reference/security-exceptions.md, each with its last day: `2027-03-01`. */
export function readExceptions(markdown: string) {
  const rows = markdown.matchAll(/^\| (GHSA-[\w-]+) .*\| (\d{4}-\d\d-\d\d) *\|$/gm)
  return Array.from(rows, ([, id = '', until = '']) => ({ id, until }))
}

/**
 * What blocks a release: advisories without a valid exception, and exceptions that no advisory needs.
 * @param today `2026-11-22`
 */
export function advisoryFaults(
  advisories: readonly Advisory[],
  exceptions: ReturnType<typeof readExceptions>,
  today: string,
): string[] {
  const open = advisories.flatMap(({ id, name, severity, title }) => {
    const exception = exceptions.find((each) => each.id === id)
    if (!exception) return `${id} (${severity}) in ${name}: ${title}`
    return exception.until < today ? `${id} in ${name}: its exception ended ${exception.until}` : []
  })
  const unneeded = exceptions
    .filter(({ id }) => !advisories.some((advisory) => advisory.id === id))
    .map(({ id }) => `${id}: no package needs this exception any more`)
  return [...open, ...unneeded]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = ['audit', '--json', '--omit=dev', '--omit=optional', ...process.argv.slice(2)]
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  try {
    const advisories = readAudit(stdout)
    const exceptions = readExceptions(readFileSync('docs/reference/security-exceptions.md', 'utf8'))
    const faults = advisoryFaults(advisories, exceptions, new Date().toISOString().slice(0, 10))
    for (const fault of faults) console.error(fault)
    console.log(
      `${advisories.length} advisories, ${exceptions.length} exceptions: ${faults.length} faults`,
    )
    process.exitCode = faults.length === 0 ? 0 : 1
  } catch (error) {
    // A missing response is a failure.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
