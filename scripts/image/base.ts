// A replacement for the Dockerfile's base image without a registry: a small Debian, Node from npm's registry,
// npm for the build, and the same user.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { fetchPackages, RUNTIME_VERSION, runtimePackage } from '../runtime'
import { must } from './engine'

/** The npm version of this Node. */
const NPM_VERSION = '11.21.2'
/** Debian's file of trusted authorities, in the base as on this machine. */
export const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

/** The package mirror of this machine for a Debian release: the first in its lists, in both formats. */
export function mirrorIn(lists: readonly string[], release: string): string | null {
  for (const list of lists)
    for (const part of list.split(/\n\s*\n/)) {
      const lines = part.split('\n').filter((line) => !line.startsWith('#'))
      const fields = new Map(
        lines.map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]),
      )
      if (fields.get('Suites')?.split(/\s+/).includes(release))
        return fields.get('URIs')?.split(/\s+/)[0] ?? null
      for (const line of lines) {
        const [, uri, suite] = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)/.exec(line) ?? []
        if (uri && suite === release) return uri
      }
    }
  return null
}

function machineLists(): string[] {
  const folder = '/etc/apt/sources.list.d'
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return ['/etc/apt/sources.list', ...files]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
}

/** `node:24-bookworm-slim` is of bookworm. */
export const releaseOf = (base: string) => /^node:\d+-(\w+)/.exec(base)?.[1] ?? 'stable'

/**
 * Builds the base into buildah's storage under the name in the Dockerfile.
 * @throws Error with the output of the failed tool
 */
export function makeBase(base: string, name: string): void {
  const home = mkdtempSync(join(tmpdir(), 'april-base-'))
  const root = join(home, 'root')
  try {
    const release = releaseOf(base)
    const mirror = mirrorIn(machineLists(), release) ?? 'http://deb.debian.org/debian'
    must('debootstrap', ['--variant=minbase', release, root, mirror])
    for (const path of ['var/cache/apt/archives', 'var/lib/apt/lists', 'var/log'])
      rmSync(join(root, path), { recursive: true, force: true })
    addNode(home, root)
    addUser(root)
    addAuthorities(root)
    must('buildah', ['from', '--name', 'april-base', 'scratch'])
    must('buildah', ['add', '--quiet', 'april-base', root, '/'])
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    must('buildah', ['config', '--env', `PATH=${path}`, '--cmd', 'node', 'april-base'])
    must('buildah', ['commit', '--quiet', '--format', 'docker', 'april-base', name])
  } finally {
    spawnSync('buildah', ['rm', 'april-base'])
    rmSync(home, { recursive: true, force: true })
  }
}

function addNode(home: string, root: string): void {
  const runtime = runtimePackage('linux') ?? ''
  fetchPackages(home, [`${runtime}@${RUNTIME_VERSION}`, `npm@${NPM_VERSION}`])
  const local = join(root, 'usr/local')
  copyFileSync(join(home, 'node_modules', runtime, 'bin/node'), join(local, 'bin/node'))
  chmodSync(join(local, 'bin/node'), 0o755)
  const npm = join(local, 'lib/node_modules/npm')
  mkdirSync(dirname(npm), { recursive: true })
  cpSync(join(home, 'node_modules/npm'), npm, { recursive: true, verbatimSymlinks: true })
  for (const tool of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${tool}-cli.js`, join(local, 'bin', tool))
}

/** Has the user of the replaced image. */
function addUser(root: string): void {
  appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
  appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
  mkdirSync(join(root, 'home/node'))
  must('chown', ['1000:1000', join(root, 'home/node')])
}

/** Authorities that this machine trusts, for a proxy with its own. */
function addAuthorities(root: string): void {
  if (!existsSync(AUTHORITIES)) return
  mkdirSync(dirname(join(root, AUTHORITIES)), { recursive: true })
  copyFileSync(realpathSync(AUTHORITIES), join(root, AUTHORITIES))
}
