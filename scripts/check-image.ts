// Is the image good? Built by the engine that is here (Docker, else buildah), run as the manifests and as
// compose.yaml run it, used by a shopper, held against the Dockerfile. Where there is no engine the
// Dockerfile's steps are taken in a clean folder; the output says which way it was.
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
/** Marks that the base is our own, and of which Node. */
const OWN_BASE = `localhost/april-base:${RUNTIME_VERSION}`

async function timed<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Leaves the Dockerfile's base where the engine finds it; returns whether we have made it. */
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

/** How npm reaches its registry here, for the steps of the build alone. */
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

/** With only a loopback: all ports are free, and nothing outside is reached. Of root alone. */
const ALONE = ['unshare', '--net', '--mount', 'sh', '-c']
// crun wants one kind of control groups, not both beside each other.
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
