// The skeleton of something new, which passes npm test as it stands.
//
//   npm run new -- screen profile/badges
//     the feature's folder and the page, which are its address too
//   npm run new -- endpoint NAME --subject promotions --path /v2/user/vouchers
//     --subject …   account, catalogue, identity, promotions, purchases or stores
//     --path …      after the gateway's base; `{name}` stands for a value of the call
//
// What to do then: docs/how-to.
import './help.mjs'
import { newEndpoint } from './new/endpoint'
import { newScreen } from './new/screen'

const kinds: Record<string, (given: string[]) => string[]> = {
  endpoint: newEndpoint,
  screen: newScreen,
}

const [kind = '', ...given] = process.argv.slice(2)
const make = kinds[kind]
try {
  if (!make) throw new Error(`There is no skeleton «${kind}»: ${Object.keys(kinds).join(', ')}`)
  for (const file of make(given)) console.log(file)
  console.log('Now run: npm run docs')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
