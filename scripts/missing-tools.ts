// Names, on standard output, the Debian packages of what the tests need and this machine has not.
import { execFileSync } from 'node:child_process'

import { findFirefox, findWebKit } from '../tests/engines/find-engines'
import { findExtensions } from '../tests/engines/find-extensions'
import { findBrowser } from '../tests/support/find-browser'

function has(find: () => unknown): boolean {
  try {
    return Boolean(find())
  } catch {
    return false
  }
}

const isCommand = (name: string) => () =>
  execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })

const tools: [find: () => unknown, packages: string[]][] = [
  [findBrowser, ['chromium']],
  [isCommand(process.env.REDIS_SERVER_PATH ?? 'redis-server'), ['redis-server']],
  // It evaluates the alerts; the tests start one of their own.
  [isCommand(process.env.PROMETHEUS_PATH ?? 'prometheus'), ['prometheus']],
  [isCommand(process.env.NGINX_PATH ?? 'nginx'), ['nginx']],
  [isCommand(process.env.HAPROXY_PATH ?? 'haproxy'), ['haproxy']],
  [findFirefox, ['firefox-esr']],
  [findWebKit, ['webkit2gtk-driver']],
  // A screen for WebKit, and what keeps strangers from it.
  [isCommand('xvfb-run'), ['xvfb']],
  [isCommand('xauth'), ['xauth']],
]

const missing = tools.flatMap(([find, packages]) => (has(find) ? [] : packages))
// Extensions are unpacked and not installed, which takes Debian's own tools.
if (has(isCommand('apt-get')))
  for (const [name, folder] of findExtensions()) if (!folder) missing.push(name)
console.log(missing.join(' '))
