import { existsSync, readdirSync } from 'node:fs'

import { canRun } from '../support/find-browser'

const firefoxes = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const webKitDrivers = [process.env.WEBKIT_DRIVER_PATH ?? '', '/usr/bin/WebKitWebDriver']

function first(paths: string[], what: string): string {
  const found = paths.find((path) => path !== '' && canRun(path))
  if (!found) throw new Error(`No ${what} found`)
  return found
}

/** @throws Error when none is installed */
export const findFirefox = () => first(firefoxes, 'Firefox')

/**
 * WebKitGTK's driver and the MiniBrowser of its library.
 * @throws Error when none is installed
 */
export function findWebKit(): { driver: string; browser: string } {
  const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
  const browsers = libraries.flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.startsWith('webkit'))
      .map((name) => `${folder}/${name}/MiniBrowser`),
  )
  return { driver: first(webKitDrivers, 'WebKit driver'), browser: first(browsers, 'MiniBrowser') }
}
