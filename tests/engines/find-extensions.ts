import { existsSync } from 'node:fs'

/**
 * Where `scripts/ensure-tools.ts` unpacks Debian's packages; installing them would change every browser on
 * the machine.
 */
export const EXTENSIONS = 'node_modules/.cache/extensions'

const extensions = {
  'webext-ublock-origin-firefox':
    'usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/uBlock0@raymondhill.net',
  'webext-keepassxc-browser': 'usr/share/webext/keepassxc-browser',
}

/** Folders of the unpacked extensions, by Debian package; null when one is missing. */
export function findExtensions(): Map<string, string | null> {
  return new Map(
    Object.entries(extensions).map(([name, folder]) => {
      const path = `${EXTENSIONS}/${name}/${folder}`
      return [name, existsSync(`${path}/manifest.json`) ? path : null]
    }),
  )
}
