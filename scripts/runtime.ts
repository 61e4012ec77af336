// Provides the image's Node on a machine with another version.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join, resolve } from 'node:path'

/** The Node release to fetch in place of the image's; both have the same major version. */
export const RUNTIME_VERSION = '24.21.0'
/** An absolute path: callers may run in another folder. */
const CACHE = resolve('node_modules/.cache/runtime')

export const getMajor = (version: string) => Number.parseInt(version.replace(/^v/, ''))

/** The npm package with the binary; null when none exists for the platform. */
export function runtimePackage(system: string = platform(), cpu: string = arch()): string | null {
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']
  const name = `${system === 'win32' ? 'win' : system}-${cpu}`
  return platforms.includes(name) ? `node-${name}` : null
}

/** The version that a binary prints: `v24.21.0`; null when it cannot run. */
export function getVersion(path: string): string | null {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** A Node of the image's major version: the running one, NODE_24, a fetched one, or null. */
export function findRuntime(): string | null {
  const wanted = getMajor(RUNTIME_VERSION)
  const fetched = join(CACHE, 'node_modules', runtimePackage() ?? '', 'bin/node')
  const places = [process.execPath, process.env.NODE_24 ?? '', fetched].filter((path) =>
    existsSync(path),
  )
  return places.find((path) => getMajor(getVersion(path) ?? '0') === wanted) ?? null
}

/**
 * Finds a Node of the image's major version, or fetches one by npm into `node_modules/.cache/runtime`.
 * @throws Error when npm fails, or when no such Node runs here
 */
export function ensureRuntime(): string {
  const found = findRuntime()
  if (found) return found
  const name = runtimePackage()
  if (!name) throw new Error(`npm has no Node ${RUNTIME_VERSION} for this system: set NODE_24`)
  fetchPackages(CACHE, [`${name}@${RUNTIME_VERSION}`])
  const fetched = findRuntime()
  if (!fetched) throw new Error(`${name} cannot be run here: set NODE_24`)
  return fetched
}

/** Has npm install packages into a separate folder, without install scripts. */
export function fetchPackages(folder: string, packages: string[]): void {
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', folder].concat(
      packages,
    ),
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm did not bring ${packages.join(' ')}:\n${stderr}`)
}
