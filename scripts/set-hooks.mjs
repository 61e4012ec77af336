// Makes git run the hooks in .githooks, unless this checkout has its own folder of hooks. Runs after `npm install`;
// does nothing without git or outside a checkout.
import './help.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

// A package inside another checkout must not change that checkout.
if (existsSync('.git') && git('config', '--get', 'core.hooksPath') === '')
  git('config', 'core.hooksPath', '.githooks')
