import { readdirSync } from 'node:fs'

const FOLDER = 'tests/e2e'

/** One file of journeys for each kind of form and for the card; other screens have them in the release suite. */
const kinds = ['sign-in', 'registration', 'captcha', 'card', 'coupons', 'surveys', 'push'].map(
  (kind) => `${kind}.spec.ts`,
)

/** The files of `npm test`. */
export const smokeJourneys = kinds.map((file) => `${FOLDER}/${file}`)

/** The files of `npm run test:release`: all others. */
export const otherJourneys = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.spec.ts') && !kinds.includes(file))
  .map((file) => `${FOLDER}/${file}`)
