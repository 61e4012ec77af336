// Prints the Debian packages that the tests need and this machine lacks.
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
  // Evaluates the alerts; the tests start it themselves.
  [isCommand(process.env.PROMETHEUS_PATH ?? 'prometheus'), ['prometheus']],
  [isCommand(process.env.NGINX_PATH ?? 'nginx'), ['nginx']],
  [isCommand(process.env.HAPROXY_PATH ?? 'haproxy'), ['haproxy']],
  [findFirefox, ['firefox-esr']],
  [findWebKit, ['webkit2gtk-driver']],
  [isCommand('buildah'), ['buildah']],
  // Makes the base of the image where no registry answers.
  [isCommand('debootstrap'), ['debootstrap']],
  // A screen for WebKit, and its access control.
  [isCommand('xvfb-run'), ['xvfb']],
  [isCommand('xauth'), ['xauth']],
]

const missing = tools.flatMap(([find, packages]) => (has(find) ? [] : packages))
// Debian's tools unpack extensions without installing them.
if (has(isCommand('apt-get')))
  for (const [name, folder] of findExtensions()) if (!folder) missing.push(name)
console.log(missing.join(' '))
