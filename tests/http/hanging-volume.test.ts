import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appEnv, appNode, SECRET, startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor, signIn } from '../support/visitor'

const sandbox = untilEnd(await startSandbox({ port: 0 }))

/** A folder with texts, switches and rules that were all written at this moment. */
function writeFiles(): { CONTENT_DIR: string; ROUTE_RULES_FILE: string } {
  const folder = mkdtempSync(join(tmpdir(), 'volume-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('terms.md', '# Правила оператора\n\nЭто слова оператора.')
  write('switches.json', '{ "off": ["sign-in"] }')
  write('rules.json', '[{ "from": "/promo", "to": "/actions" }]')
  return { CONTENT_DIR: folder, ROUTE_RULES_FILE: join(folder, 'rules.json') }
}

test('files that were written right before the start are in force when the server is ready', async () => {
  const app = await startApp(sandbox.url, writeFiles())
  const visitor = createVisitor(app.origin)
  const [moved, terms, login] = await Promise.all(
    ['/promo', '/terms', '/login'].map((path) => visitor.copy().get(path)),
  )
  expect(moved?.headers.get('Location')).toBe('/actions')
  expect(await terms?.text()).toContain('Это слова оператора')
  expect(await login?.text()).toContain('Сейчас недоступно')
  expect(await app.stop()).toBe(0)
})

test('a hanging volume keeps no request waiting, is reported, and does not delay the end', async () => {
  const files = { ...writeFiles(), METRICS_PORT: String(await freePort()) }
  writeFileSync(join(files.CONTENT_DIR, 'switches.json'), '{ "off": ["review"] }')
  const pipe = join(mkdtempSync(join(tmpdir(), 'pipe-')), 'pipe')
  const preload = resolve('tests/support/hanging-volume.mjs')
  const app = await startApp(sandbox.url, {
    ...files,
    NODE_OPTIONS: `${appEnv(sandbox.url).NODE_OPTIONS} --import ${preload}`,
    HANGING_FOLDER: files.CONTENT_DIR,
    HANGING_PIPE: pipe,
  })
  const visitor = createVisitor(app.origin)
  await signIn(visitor, sandbox.sandbox, '79000000001')
  execFileSync('mkfifo', [pipe])
  await sleep(1500)
  for (const path of ['/', '/login', '/terms', '/qr', '/promo']) {
    const response = await Promise.race([visitor.copy().get(path), sleep(3000)])
    expect(response?.status, path).toBeLessThan(400)
  }
  const message = 'the files of the operator do not answer'
  await expect.poll(app.log).toContain(message)
  const metrics = await (await fetch(`http://127.0.0.1:${files.METRICS_PORT}/metrics`)).text()
  const [, checked] = /^april_files_checked_timestamp_seconds (\S+)$/m.exec(metrics) ?? []
  expect(Date.now() / 1000 - Number(checked)).toBeGreaterThan(4)
  const stoppedAt = performance.now()
  await app.stop()
  expect(performance.now() - stoppedAt).toBeLessThan(5000)
  expect(app.log()).toContain('"msg":"stopped"')
})

test('switches.json that is bad at the start turns off everything it can, and the log says so', async () => {
  const files = writeFiles()
  writeFileSync(join(files.CONTENT_DIR, 'switches.json'), '{ "off": [')
  const app = await startApp(sandbox.url, files)
  expect(app.log()).toMatch(/"file":"switches.json".*everything that it can switch off is off/)
  const visitor = createVisitor(app.origin)
  expect(await (await visitor.get('/login')).text()).toContain('Сейчас недоступно')
  writeFileSync(join(files.CONTENT_DIR, 'switches.json'), '{ "off": [] }')
  const login = async () => (await visitor.copy().get('/login')).text()
  await expect.poll(login).not.toContain('Сейчас недоступно')
  await app.stop()
})

test('a start that waits for a secret ends after ten seconds and names the file', () => {
  const pipe = join(mkdtempSync(join(tmpdir(), 'secret-')), 'pipe')
  execFileSync('mkfifo', [pipe])
  const secret = { SESSION_SECRETS: '', SESSION_SECRETS_FILE: pipe }
  const { status, stderr } = spawnSync(appNode, ['build/server.js'], {
    env: { ...appEnv(sandbox.url), PUBLIC_ORIGIN: 'https://shop.example', ...secret },
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(stderr).toContain('SESSION_SECRETS_FILE: the file does not answer')
  expect(status).toBe(1)
})

test('a secret from a pipe with a writer is read, and a pipe that no setting names holds no start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'))
  const [secret, foreign] = [join(folder, 'secret'), join(folder, 'foreign')]
  for (const pipe of [secret, foreign]) execFileSync('mkfifo', [pipe])
  const written = writeFile(secret, SECRET)
  const app = await startApp(sandbox.url, {
    ...{ SESSION_SECRETS: '', SESSION_SECRETS_FILE: secret },
    ...{ SOCKET_FILE: foreign, CAMERA_CONTENT_DIR: foreign },
  })
  await written
  expect(await app.stop()).toBe(0)
})
