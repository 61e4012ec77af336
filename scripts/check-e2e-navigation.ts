// Journeys begin at an entry point and click: `goto` opens `/` and `/today` only, and `openAddress` gives a
// reason for any other address. Counts both; part of `npm run lint`.
import './help.mjs'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'tests/e2e'
const entryPoints = ["'/'", "'/today'"]

const faults: string[] = []
const reasons = new Map<string, number>()
let walks = 0
for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.spec.ts'))) {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  for (const { 1: address = '', index } of text.matchAll(/\.goto\(([^,)]*)/g)) {
    const line = text.slice(0, index).split('\n').length
    if (!entryPoints.includes(address.trim()))
      faults.push(`${join(FOLDER, name)}:${line} goto(${address}): walk there, or openAddress`)
  }
  for (const { 1: reason = '' } of text.matchAll(/openAddress\([^;]*?'([^'/]+)',?\s*\)/g))
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  walks += text.split('walk(').length - 1
}
for (const [reason, count] of reasons) console.log(`${count} × opened as ${reason}`)
console.log(`${walks} walks by links`)
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
