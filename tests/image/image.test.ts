// Builds the Dockerfile with buildah, as root, and runs the result as a shopper's site.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePort, untilReady } from '../../scripts/local-server'
import { SECRET } from '../support/app-process'
import { licensedPackages, shippedPackages } from '../support/shipped'
import { createVisitor } from '../support/visitor'
import { bringBase, buildImage, openFiles, removeContainers, run, type BuiltImage } from './build'

let app: BuiltImage
let sandbox: BuiltImage

beforeAll(() => {
  bringBase()
  app = buildImage('app')
  sandbox = buildImage('sandbox')
})

afterAll(removeContainers)

/** Starts a command of the image: its user, its environment, no capabilities, a read-only root. */
function start({ root, config }: BuiltImage, command: string[], env: Record<string, string>) {
  const mounts =
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs tmp "$0/tmp"'
  const settings = [
    ...config.Env,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ]
  const within = ['chroot', `--userspec=${config.User}`, '--groups=', root]
  const started = [...within, 'env', '-i', '--chdir=/app', ...settings, ...command]
  const script = `${mounts} && exec setpriv --no-new-privs "$@"`
  return spawn('unshare', ['--mount', 'sh', '-c', script, root, ...started], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  return ((await once(child, 'exit')) as [number | null])[0]
}

test('the image has what is shipped, and nothing else', () => {
  const file = (path: string) => join(app.root, 'app', path)
  expect(readdirSync(file('.')).sort()).toEqual([
    'build',
    'package.json',
    'sbom.cdx.json',
    'scripts',
  ])
  const { components } = JSON.parse(readFileSync(file('sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[]
  }
  const listed = components.map(({ name, version }) => `${name} ${version}`)
  expect(listed).toEqual(
    expect.arrayContaining(shippedPackages(readFileSync('package-lock.json', 'utf8'))),
  )
  const bundled = licensedPackages(readFileSync(file('build/licences.txt'), 'utf8'))
  expect(bundled.length).toBeGreaterThan(100)
  expect(listed).toEqual(expect.arrayContaining(bundled))
  for (const tool of ['npm', 'npx', 'corepack', 'yarn'])
    expect(existsSync(join(app.root, 'usr/local/bin', tool)), tool).toBe(false)
  expect(existsSync(join(app.root, 'root/.npmrc'))).toBe(false)
  expect(run('find', file('build'), '-name', '*.map')).toBe('')
})

test('images start node itself as an unprivileged user named by number', () => {
  for (const { config } of [app, sandbox]) {
    expect(config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(config.Cmd[0]).toBe('node')
    expect(config.Env).toContain('NODE_ENV=production')
  }
  expect(Object.keys(app.config.ExposedPorts)).toEqual(['3000/tcp', '9464/tcp'])
  for (const label of ['title', 'description', 'licenses', 'version', 'revision', 'created'])
    expect(Object.keys(app.config.Labels ?? {})).toContain(`org.opencontainers.image.${label}`)
})

test('the build context has every source, and no secret, test, installed or built file', () => {
  const home = mkdtempSync(join(tmpdir(), 'april-context-'))
  writeFileSync(join(home, 'Containerfile'), 'FROM scratch\nCOPY . /\n')
  run(
    'buildah',
    'build',
    '--tag',
    'localhost/april-context',
    '--file',
    join(home, 'Containerfile'),
    '.',
  )
  rmSync(home, { recursive: true })
  const root = openFiles('localhost/april-context')
  const files = run('find', root, '-type', 'f', '-printf', '%P\\n').split('\n')
  for (const file of [
    'package-lock.json',
    '.npmrc',
    'server.ts',
    'app/root.tsx',
    'content/terms.md',
  ])
    expect(files).toContain(file)
  const wrong = /^(\.env|\.git\/|node_modules|build|tests|deploy|docs)|\.test\.tsx?$/
  expect(files.filter((file) => wrong.test(file))).toEqual([])
})

describe('a container', () => {
  const children: ChildProcess[] = []
  let origin = ''
  let port = 0
  let gateways = ''

  beforeAll(async () => {
    const gatewayPort = await freePort()
    gateways = `http://127.0.0.1:${gatewayPort}`
    children.push(start(sandbox, sandbox.config.Cmd, { SANDBOX_PORT: String(gatewayPort) }))
    port = await freePort()
    origin = `http://localhost:${port}`
    children.push(
      start(app, app.config.Cmd, {
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(await freePort()),
        PUBLIC_ORIGIN: origin,
        WEB_GATEWAY_URL: `${gateways}/webgate`,
        MAGNIT_ID_GATEWAY_URL: `${gateways}/magnit-id`,
        IMAGE_ORIGINS: gateways,
        CAPTCHA_PROVIDER: 'none',
        SESSION_SECRETS: SECRET,
        DRAIN_SECONDS: '1',
      }),
    )
    await untilReady(origin)
  })
  afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

  test('signs a shopper in, is healthy, and ends by SIGTERM with a read-only disk', async () => {
    const phone = '79000000001'
    const visitor = createVisitor(origin)
    const login = await (await visitor.get('/login')).text()
    const script = /\/assets\/[\w.-]+\.js/.exec(login)?.[0] ?? '/none'
    expect((await visitor.get(script)).status).toBe(200)
    visitor.cookies.set('v1_onboarded', '1')
    await visitor.post('/login', { phone })
    const inbox = await fetch(`${gateways}/__sandbox/inbox?phone=${phone}`)
    const { texts } = (await inbox.json()) as { texts: { code: string }[] }
    const entered = await visitor.post('/login/code', { code: texts[0]?.code ?? '' })
    expect(entered.headers.get('Location')).toBe('/today')
    expect(await (await visitor.get('/qr')).text()).toContain('<svg')
    const [, ...check] = app.config.Healthcheck.Test
    expect(await exitCode(start(app, check, { PORT: String(port) }))).toBe(0)
    children[1]!.kill('SIGTERM')
    expect(await exitCode(children[1]!)).toBe(0)
  })
})
