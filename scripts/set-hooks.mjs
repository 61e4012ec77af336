// Runs after `npm install`. Patches the packages, and makes git run the hooks in .githooks, unless this checkout has
// its own folder of hooks. Without development packages the built server is all that runs, and has the patches in it.
import './help.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PATCHES = 'node_modules/patch-package/index.js'
if (existsSync(PATCHES)) execFileSync(process.execPath, [PATCHES], { stdio: 'inherit' })

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
