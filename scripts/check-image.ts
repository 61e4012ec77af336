// Is the image good? Without an engine: takes the Dockerfile's own steps in a clean folder, starts
// the results as they would be started, as user 1000 and where nothing may be written, and asks them.
// The base image is this machine's Node; steps that only change the base image are named and left out.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../tests/support/app-process'
import { createVisitor } from '../tests/support/visitor'
import {
  commandOf,
  contextFiles,
  environmentOf,
  lineageOf,
  readStages,
  type Stage,
} from './dockerfile'

const START_MS = 15_000
const stages = readStages('Dockerfile')
const home = mkdtempSync(join(tmpdir(), 'april-image-'))
chmodSync(home, 0o755)
const rootOf = (stage: string) => join(home, stage)

const faults: string[] = []
function expect(isGood: boolean, words: string): void {
  console.log(`${isGood ? '  good ' : '  FAULT'} ${words}`)
  if (!isGood) faults.push(words)
}

/** What a step sees of the environment: enough to find node and the packages, nothing of ours. */
const bare = (env: Record<string, string>) =>
  ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    npm_config_cache: process.env.npm_config_cache ?? '',
    ...env,
  }) as Record<string, string | undefined> as NodeJS.ProcessEnv

function makeStage(stage: Stage): void {
  const root = rootOf(stage.name)
  if (existsSync(rootOf(stage.from))) cpSync(rootOf(stage.from), root, { recursive: true })
  mkdirSync(root, { recursive: true })
  const inherited = lineageOf(stages, stage.from).flatMap(({ instructions }) => instructions)
  let folder = inherited.findLast(({ keyword }) => keyword === 'WORKDIR')?.text ?? '/'
  const inside = (path: string) => join(root, path.startsWith('/') ? path : join(folder, path))

  for (const { keyword, text, words } of stage.instructions) {
    if (keyword === 'WORKDIR') folder = text
    if (keyword === 'WORKDIR') mkdirSync(inside('.'), { recursive: true })
    if (keyword === 'COPY') copy(words, inside)
    // Secrets of the builder are not given: the steps go without them.
    if (keyword === 'RUN') run(stage, text.replace(/--mount=\S+ /g, ''), inside('.'))
  }
}

function copy(words: string[], inside: (path: string) => string): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.pop()!
  const toFolder = target.endsWith('/') || target === '.'
  for (const path of paths) {
    if (from) {
      const to = inside(toFolder ? join(target, basename(path)) : target)
      cpSync(join(rootOf(from), path), to, { recursive: true, verbatimSymlinks: true })
      continue
    }
    const files = contextFiles('.').filter((file) => path === '.' || file === path)
    if (files.length === 0) throw new Error(`COPY ${path}: .dockerignore keeps it out`)
    for (const file of files) {
      const to = inside(join(target, file))
      mkdirSync(dirname(to), { recursive: true })
      cpSync(file, to)
    }
  }
}

function run(stage: Stage, command: string, cwd: string): void {
  if (/\s\/(usr|opt|etc|var)\//.test(command)) {
    console.log(`  left out, changes the base image: RUN ${command.slice(0, 60)}…`)
    return
  }
  console.log(`  RUN ${command}`)
  const env = bare(environmentOf(stages, stage.name))
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}\n${stdout}\n${stderr}`)
}

/** Runs a stage's command as the image would. */
function start(stage: string, env: Record<string, string>): ChildProcess {
  const [command = '', ...args] = commandOf(stages, stage)
  const asNobody = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}
  return spawn(command, args, {
    cwd: join(rootOf(stage), 'app'),
    env: bare({ ...environmentOf(stages, stage), ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
    ...asNobody,
  })
}

/** The image's own HEALTHCHECK. */
function isHealthy(stage: string, env: Record<string, string>): boolean {
  const [command = '', ...args] = commandOf(stages, stage, 'HEALTHCHECK')
  return spawnSync(command, args, { env: bare(env) }).status === 0
}

async function becomes(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(100))
    if (await isTrue().catch(() => false)) return true
  return false
}

const listing = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

async function tryOut(): Promise<void> {
  const [port, metricsPort, sandboxPort] = [await freePort(), await freePort(), await freePort()]
  const gateways = `http://127.0.0.1:${sandboxPort}`
  const origin = `http://localhost:${port}`
  const before = listing(rootOf('app')).join()
  const sandbox = start('sandbox', { SANDBOX_PORT: String(sandboxPort) })
  const app = start('app', {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_ORIGIN: origin,
    WEB_GATEWAY_URL: `${gateways}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${gateways}/magnit-id`,
    SESSION_SECRETS: 'a-secret-of-this-check-that-is-long-enough',
    DRAIN_SECONDS: '0',
  })
  try {
    const isUp = (url: string) => becomes(async () => (await fetch(url)).ok)
    expect(await isUp(`${gateways}/__sandbox`), 'the sandbox answers')
    expect(await isUp(`${origin}/readyz`), '/readyz says 200')
    expect(isHealthy('app', { PORT: String(port) }), 'HEALTHCHECK is content')
    expect(!isHealthy('app', { PORT: String(await freePort()) }), 'HEALTHCHECK notices a dead app')
    // A process that has just started on a busy machine may ask for patience first.
    const page = async (path: string) => {
      await isUp(origin + path)
      return (await fetch(origin + path)).text()
    }
    expect((await page('/')).includes('<h1'), 'the landing has its heading')
    const login = await page('/login')
    const script = /\/assets\/[\w.-]+\.js/.exec(login)?.[0] ?? '/none'
    expect((await fetch(origin + script)).ok, 'a script of the sign-in page is there')
    const visitor = createVisitor(origin)
    const asked = await visitor.post('/login', { phone: '79000000001' })
    expect(asked.headers.get('Location') === '/login/code', 'the gateway sends a code')
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics.includes('april_'), 'metrics are on their own port')
    expect(listing(rootOf('app')).join() === before, 'nothing was written')
  } finally {
    app.kill('SIGTERM')
    sandbox.kill('SIGTERM')
  }
  expect((await once(app, 'exit'))[0] === 0, 'SIGTERM ends it with 0')
}

function lookInside(): void {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const installed = (path: string) => existsSync(join(rootOf('app'), 'app', path))
  const wrong = Object.keys(packages).filter((path) => packages[path]?.dev && installed(path))
  const named = Object.keys(devDependencies).filter((name) => installed(`node_modules/${name}`))
  expect(
    [...wrong, ...named].length === 0,
    `no development package ${[...wrong, ...named].slice(0, 5).join(' ')}`,
  )
  expect(
    !installed('node_modules/npm') && !installed('app') && !installed('tests'),
    'no sources, no npm',
  )
  expect(installed('sbom.cdx.json'), 'the list of what is in it')
  const maps = listing(join(rootOf('app'), 'app', 'build')).filter((file) => file.endsWith('.map'))
  expect(maps.length === 0, 'no source maps')
  const megabytes = (path: string) =>
    spawnSync('du', ['-sm', join(rootOf('app'), 'app', path)], { encoding: 'utf8' }).stdout.split(
      '\t',
    )[0]
  console.log(
    `  size: build ${megabytes('build')} MB, node_modules ${megabytes('node_modules')} MB`,
  )
}

try {
  for (const stage of stages) {
    console.log(`${stage.name}, from ${stage.from}`)
    makeStage(stage)
  }
  console.log('the image')
  lookInside()
  await tryOut()
} finally {
  rmSync(home, { recursive: true, force: true })
}
console.log(faults.length === 0 ? 'The image is good' : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
