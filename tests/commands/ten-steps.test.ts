import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appNode } from '../support/app-process'
import { createVisitor } from '../support/visitor'

const [, block = ''] = /## For operators[\s\S]*?```sh\n([\s\S]*?)```/.exec(
  readFileSync('README.md', 'utf8'),
)!
const steps = block
  .split('\n')
  .filter(Boolean)
  .map((line) => line.replace(/\s+# \d+\. .*$/, ''))

/** Steps that other tests run, with their files. */
const elsewhere: [step: RegExp, where: string][] = [
  [/^npm ci$/, 'whoever runs this test has done it'],
  [/^npm run build$/, 'npm test has, before this test'],
  [/^docker build /, 'tests/image builds the image and runs it'],
  [/^kubectl apply /, 'tests/deploy/kubernetes.test.ts renders the overlay'],
]

let sandbox: SandboxServer
let folder: string
let port: number
let server: ChildProcess | undefined

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'ten-steps-'))
  port = await freePort()
  copyFileSync('brands/prichal/mark.svg', join(folder, 'logo.svg'))
  writeFileSync(
    join(folder, 'token.txt'),
    sandbox.sandbox.state.issueTokens('79000000001').accessToken,
  )
})
afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await sandbox.close()
})

/** The step with temporary files in place of the operator's, and this machine's addresses. */
const here = (step: string) =>
  step
    .replace(/^node /, `${appNode} `)
    .replace('logo.svg', join(folder, 'logo.svg'))
    .replace('--out brand', `--out ${join(folder, 'brand')}`)
    .replace('.env.example .env', `.env.example ${join(folder, '.env')}`)
    .replace('--env-file=.env', `--env-file=${join(folder, '.env')}`)
    .replace('session-secrets.txt', join(folder, 'session-secrets.txt'))
    .replace('token.txt', join(folder, 'token.txt'))
    .replace('https://april.example', `http://localhost:${port}`)

/** Runs a step in a shell, without this process's variables. */
function carryOut(step: string): Promise<{ code: number; output: string }> {
  const { PATH = '', HOME = '', CHROMIUM_PATH } = process.env
  const env = { PATH, HOME, ...(CHROMIUM_PATH && { CHROMIUM_PATH }) }
  return new Promise((resolve) => {
    execFile('sh', ['-c', here(step)], { env: env as never }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** Fills in what an operator must. */
function fillIn(): void {
  const gateways: Record<string, string> = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    WEB_GATEWAY_URL: `${sandbox.url}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${sandbox.url}/magnit-id`,
    SESSION_SECRETS_FILE: join(folder, 'session-secrets.txt'),
    BRAND_DIR: join(folder, 'brand'),
  }
  const path = join(folder, '.env')
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !Object.keys(gateways).some((name) => line.startsWith(`${name}=`)))
  const filled = Object.entries(gateways).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path, [...lines, ...filled, ''].join('\n'))
}

test('the steps of the README that run on one machine start a site that serves pages', async () => {
  expect(steps).toHaveLength(10)
  for (const step of steps) {
    if (elsewhere.some(([form]) => form.test(step))) continue
    if (step.startsWith('curl ')) {
      server = spawn(appNode, [`--env-file=${join(folder, '.env')}`, 'build/server.js'], {
        env: { PATH: process.env.PATH ?? '' } as never,
        stdio: 'ignore',
      })
      const isReady = async () => (await carryOut(step)).code
      await expect.poll(isReady).toBe(0)
      continue
    }
    const { code, output } = await carryOut(step)
    expect([step, code, code === 0 ? '' : output]).toEqual([step, 0, ''])
    if (step.startsWith('cp ')) fillIn()
  }
  expect(existsSync(join(folder, 'brand/brand.json'))).toBe(true)
  const login = await (await createVisitor(`http://localhost:${port}`).get('/login')).text()
  expect(login).toContain('Причал')
})

test('each README step is run with its own options, and the brand step names its need of Chromium', () => {
  const options = (step: string) => step.match(/ --?[\w-]+/g)
  for (const step of steps) expect(options(here(step)), step).toEqual(options(step))
  const [, , brand = ''] = block.split('\n').filter(Boolean)
  expect(brand).toMatch(/brand:new .* --no-sheet .*Chromium/)
})

test('each step that this test leaves to another test is a step of the README', () => {
  for (const [form] of elsewhere) expect(steps.some((step) => form.test(step))).toBe(true)
})
