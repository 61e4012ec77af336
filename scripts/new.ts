// The skeleton of something new, which passes npm test as it stands.
//
//   npm run new -- screen profile/badges
//     the feature's folder and the page, which are its address too
//   npm run new -- form profile/nickname
//     a page with a form
//   npm run new -- list-form offers/note --call promotions.noteOffer --at /actions/offers/:code
//     a form in each entry of a list; `--call` is the gateway's function, `--at` the address of an entry
//   npm run new -- endpoint NAME --subject promotions --path /v2/user/vouchers/{id} --method PATCH
//     --subject …   account, catalogue, identity, promotions, purchases or stores
//     --path …      after the gateway's base; `{name}` stands for a value of the call
//     --method …    GET, POST, PUT or PATCH
//
// What to do then: docs/how-to.
import './help.mjs'
import { execFileSync } from 'node:child_process'

import { newEndpoint } from './new/endpoint'
import { newForm, newListForm, newScreen } from './new/pages'

const kinds: Record<string, (given: string[]) => string[]> = {
  endpoint: newEndpoint,
  form: newForm,
  'list-form': newListForm,
  screen: newScreen,
}

const [kind = '', ...given] = process.argv.slice(2)
const make = kinds[kind]
try {
  if (!make) throw new Error(`There is no skeleton «${kind}»: ${Object.keys(kinds).join(', ')}`)
  const files = [...new Set(make(given))]
  execFileSync('node_modules/.bin/prettier', ['--write', '--log-level', 'warn', ...files])
  for (const file of files) console.log(file)
  console.log('Now run: npm run docs')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
