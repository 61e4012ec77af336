// Checks the image: builds it with Docker or buildah, runs it as the manifests and compose.yaml do, signs a
// shopper in, and compares it with the Dockerfile. Without an engine it runs the Dockerfile's steps in a
// clean folder; the output says so.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { readStages } from './dockerfile'
import { AUTHORITIES, makeBase } from './image/base'
import { build, findBuilder, hasImage, works, type Builder } from './image/engine'
import { takeSteps } from './image/steps'
import { RUNTIME_VERSION } from './runtime'

const stages = readStages('Dockerfile')
const base = stages[0]!.from
/** Tag of a base image made here, with its Node version. */
const OWN_BASE = `localhost/april-base:${RUNTIME_VERSION}`

async function timed<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Provides the Dockerfile's base image to the engine; returns whether it was made here. */
async function bringBase(builder: Builder): Promise<boolean> {
  if (builder === 'docker') return false
  const name = `docker.io/library/${base}`
  if (hasImage(OWN_BASE)) {
    console.log(`base ${base}: made here before, with Node ${RUNTIME_VERSION}`)
    spawnSync('buildah', ['tag', OWN_BASE, name])
    return true
  }
  if (works('buildah', 'pull', '--quiet', name)) {
    console.log(`base ${base}: from its registry`)
    return false
  }
  await timed(`base ${base}: no registry answers, made here with Node ${RUNTIME_VERSION}`, () =>
    makeBase(base, OWN_BASE),
  )
  spawnSync('buildah', ['tag', OWN_BASE, name])
  return true
}

/** npm's registry settings of this machine, for the build steps only. */
function npmrc(isOwnBase: boolean): string {
  const own = join(homedir(), '.npmrc')
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  return [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    `registry=${registry.stdout.trim()}`,
    ...(isOwnBase && existsSync(AUTHORITIES) ? [`cafile=${AUTHORITIES}`] : []),
    '',
  ].join('\n')
}

/** A network namespace with a loopback only: all ports are free. Needs root. */
const ALONE = ['unshare', '--net', '--mount', 'sh', '-c']
// crun supports one kind of control groups, not both at once.
const PREPARED =
  'ip link set lo up && { umount /sys/fs/cgroup/unified 2>/dev/null; exec "$0" "$@"; }'

function tryOut(builder: Builder | null, folder: string): boolean {
  const command = [process.execPath, '--import', 'tsx', 'scripts/image/try-out.ts']
  const title = [...command, builder ?? 'plain', folder]
  const mayBeAlone = builder !== 'docker' && works('unshare', '--net', '--mount', 'ip', 'link')
  const [first = '', ...rest] = mayBeAlone ? [...ALONE, PREPARED, ...title] : title
  return spawnSync(first, rest, { stdio: 'inherit' }).status === 0
}

const builder = findBuilder()
const version = builder && spawnSync(builder, ['--version'], { encoding: 'utf8' }).stdout.trim()
console.log(version ? `engine: ${version}` : 'engine: none, the steps are taken without one')
let isGood = false
if (builder) {
  const secret = npmrc(await bringBase(builder))
  for (const target of ['app', 'sandbox'] as const)
    await timed(`built --target ${target}`, () => build(builder, target, secret))
  isGood = tryOut(builder, '')
} else {
  const home = await timed('steps', () => takeSteps(stages))
  try {
    isGood = tryOut(null, home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
console.log(isGood ? 'The image is good' : 'The image has faults')
process.exit(isGood ? 0 : 1)
