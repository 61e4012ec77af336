import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { fetchPackages, RUNTIME_VERSION, runtimePackage } from '../../scripts/runtime'

/** The npm version of the image's Node. */
const NPM_VERSION = '11.21.2'
/** The base's name in the Dockerfile, as buildah looks it up. */
const BASE = 'docker.io/library/node:24-bookworm-slim'
/** The base that is made here; it stays in buildah's storage. */
const OWN_BASE = `localhost/april-base:${RUNTIME_VERSION}`
/** Authorities that this machine trusts, for a proxy with its own. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Runs a tool to its end, and returns its output.
 * @throws Error with the end of its output when the exit code is not 0
 */
export function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status === 0) return stdout.trim()
  const output = error?.message ?? `${stdout}\n${stderr}`.slice(-6000)
  throw new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${status}\n${output}`)
}

const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

/** The first Debian mirror in this machine's lists, in both of their formats. */
function mirror(): string {
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'cat /etc/apt/sources.list /etc/apt/sources.list.d/*'],
    {
      encoding: 'utf8',
    },
  )
  return (
    /^(?:URIs:\s*|deb\s+(?:\[[^\]]*\]\s+)?)(\S+)/m.exec(stdout)?.[1] ??
    'http://deb.debian.org/debian'
  )
}

/** Makes the base where no registry answers: a small Debian, the image's Node, npm, the user. */
function makeBase(): void {
  const home = mkdtempSync(join(tmpdir(), 'april-base-'))
  const root = join(home, 'root')
  const local = join(root, 'usr/local')
  try {
    run('debootstrap', '--variant=minbase', 'bookworm', root, mirror())
    const node = runtimePackage('linux') ?? ''
    fetchPackages(home, [`${node}@${RUNTIME_VERSION}`, `npm@${NPM_VERSION}`])
    copyFileSync(join(home, 'node_modules', node, 'bin/node'), join(local, 'bin/node'))
    chmodSync(join(local, 'bin/node'), 0o755)
    const npm = join(local, 'lib/node_modules/npm')
    cpSync(join(home, 'node_modules/npm'), npm, { recursive: true, verbatimSymlinks: true })
    for (const tool of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${tool}-cli.js`, join(local, 'bin', tool))
    appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
    appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
    if (existsSync(AUTHORITIES)) {
      mkdirSync(dirname(join(root, AUTHORITIES)), { recursive: true })
      copyFileSync(AUTHORITIES, join(root, AUTHORITIES))
    }
    const container = run('buildah', 'from', 'scratch')
    run('buildah', 'add', '--quiet', container, root, '/')
    run('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
    run('buildah', 'commit', '--quiet', '--rm', '--format', 'docker', container, OWN_BASE)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Brings the Dockerfile's base image to buildah: from its registry, or made here. */
export function bringBase(): void {
  if (works('timeout', '20', 'buildah', 'pull', '--quiet', BASE)) return
  if (!works('buildah', 'inspect', '--type', 'image', OWN_BASE)) makeBase()
  run('buildah', 'tag', OWN_BASE, BASE)
}

export interface BuiltImage {
  /** The files of a container of it. */
  root: string
  config: {
    User: string
    ExposedPorts: Record<string, object>
    Env: string[]
    Cmd: string[]
    Healthcheck: { Test: string[] }
    Labels?: Record<string, string>
  }
}

const containers: string[] = []

/** The folder with an image's files. */
export function openFiles(tag: string): string {
  const container = run('buildah', 'from', '--pull-never', tag)
  containers.push(container)
  return run('buildah', 'mount', container)
}

/** Removes what `openFiles` opened. */
export const removeContainers = () => void spawnSync('buildah', ['rm', ...containers])

/** Builds a stage as `docker build --target` does, with npm's own settings as a secret. */
export function buildImage(target: 'app' | 'sandbox'): BuiltImage {
  const home = mkdtempSync(join(tmpdir(), 'april-secret-'))
  const secret = join(home, 'npmrc')
  const own = join(homedir(), '.npmrc')
  const settings = [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    `registry=${run('npm', 'config', 'get', 'registry')}`,
    existsSync(AUTHORITIES) ? `cafile=${AUTHORITIES}` : '',
  ]
  writeFileSync(secret, settings.join('\n'), { mode: 0o600 })
  const tag = `localhost/april-test-${target}`
  try {
    // Only the docker format has a HEALTHCHECK; layers let the second target reuse the first.
    const how = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--pull=false']
    run(
      'buildah',
      'build',
      ...how,
      '--target',
      target,
      '--tag',
      tag,
      '--secret',
      `id=npmrc,src=${secret}`,
      '.',
    )
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const { Docker } = JSON.parse(run('buildah', 'inspect', '--type', 'image', tag)) as {
    Docker: { config: BuiltImage['config'] }
  }
  return { root: openFiles(tag), config: Docker.config }
}
