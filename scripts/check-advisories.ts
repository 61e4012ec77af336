// Gate before a release: refuses published advisories about shipped packages. Asks the registry by `npm
// audit`; docs/reference/security-exceptions.md lists exceptions with their last day.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { advisoryFaults, readAudit, readExceptions } from './advisories'

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
