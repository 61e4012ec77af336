// Fails when a shipped package has a forbidden licence, or any package has one that extends to its output.
import './help.mjs'
import { readLicences, refusals } from './licences'

const [production, all] = await Promise.all([readLicences('production'), readLicences('all')])
const refused = refusals(production, all)
for (const line of refused) console.error(`Not allowed: ${line}`)
console.log(
  `${production.length} production packages, ${all.length} in all: ${refused.length} refused`,
)
process.exit(refused.length === 0 ? 0 : 1)
