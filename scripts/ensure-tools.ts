// Finds, or installs, what the tests need besides Node: a Chromium, a Firefox, WebKitGTK with a screen for it, a
// Redis server, a Prometheus, nginx, HAProxy, a Python that reads calendars, and the Node of the image where this one is older.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

import { findFirefox, findWebKit } from '../tests/engines/find-engines'
import { EXTENSIONS, findExtensions } from '../tests/engines/find-extensions'
import { findBrowser } from '../tests/support/find-browser'
import { findPython } from '../tests/support/find-python'
import { ensureRuntime } from './runtime'

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
const asRoot = (...command: string[]) =>
  process.getuid?.() === 0 ? run('env', ...command) : run('sudo', '-n', 'env', ...command)
const isCommand = (name: string) => () => run('sh', '-c', 'command -v "$0"', name)
const isServer = (variable: string, name: string) => isCommand(process.env[variable] ?? name)

/** Packages of Debian; where there are none, some come another way. */
const tools: [find: () => unknown, debian: string, elsewhere?: string][] = [
  [
    findBrowser,
    'chromium',
    'npx playwright install --with-deps chromium || npx playwright install chromium',
  ],
  [isServer('REDIS_SERVER_PATH', 'redis-server'), 'redis-server', 'brew install redis'],
  // Evaluates the alerts; the tests start it themselves.
  [isServer('PROMETHEUS_PATH', 'prometheus'), 'prometheus', 'brew install prometheus'],
  [isServer('NGINX_PATH', 'nginx'), 'nginx', 'brew install nginx'],
  [isServer('HAPROXY_PATH', 'haproxy'), 'haproxy', 'brew install haproxy'],
  [findFirefox, 'firefox-esr', 'brew install --cask firefox'],
  [findWebKit, 'webkit2gtk-driver'],
  [findPython, 'python3-icalendar', 'python3 -m pip install icalendar'],
  [isCommand('buildah'), 'buildah'],
  // Makes the base of the image where no registry answers.
  [isCommand('debootstrap'), 'debootstrap'],
  // A screen for WebKit, and its access control.
  [isCommand('xvfb-run'), 'xvfb'],
  [isCommand('xauth'), 'xauth'],
]

const findMissing = () =>
  tools.filter(([find]) => {
    try {
      return !find()
    } catch {
      return true
    }
  })
const hasApt = isCommand('apt-get')()
const update = () => asRoot('apt-get', 'update', '-qq')
const aptInstall = (...packages: string[]) =>
  asRoot(
    ...['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq'],
    ...['--no-install-recommends', ...packages],
  )

const missing = findMissing().map(([, name]) => name)
// Without the extensions their one test is skipped.
const extensions = hasApt ? [...findExtensions()].filter(([, folder]) => !folder) : []
if (missing.length + extensions.length > 0) {
  const names = [...missing, ...extensions.map(([name]) => name)]
  console.log(`Missing, and installed now: ${names.join(' ')}`)
  if (hasApt && update() && missing.length > 0) aptInstall(...missing)
  mkdirSync(EXTENSIONS, { recursive: true })
  const unpack =
    'cd "$0" && apt-get download -qq -o APT::Sandbox::User=root "$1" && dpkg-deb -x "$1"_*.deb "$1" && rm "$1"_*.deb'
  for (const [name] of extensions) run('sh', '-c', unpack, EXTENSIONS, name)
  for (const [, , elsewhere] of findMissing()) if (elsewhere) run('sh', '-c', elsewhere)
}

const left = findMissing().map(([, name]) => name)
if (left.length > 0) {
  console.error(`Not found: ${left.join(' ')}
Install them, or set CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH, REDIS_SERVER_PATH, PROMETHEUS_PATH, NGINX_PATH or HAPROXY_PATH`)
  process.exit(1)
}
console.log(`The tools of the tests are here, and Node for what ships: ${ensureRuntime()}`)
// Journeys go faster with it, and without it too.
if (hasApt && !process.env.CHROMIUM_PATH && !isCommand('chromium-headless-shell')())
  aptInstall('chromium-headless-shell')
