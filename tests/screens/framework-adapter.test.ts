import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { appEnv } from '../support/app-process'
import { findLightBrowser } from '../support/find-browser'
import { createVisitor, signIn } from '../support/visitor'

let sandbox: SandboxServer
let child: ChildProcess
let origin: string
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  const port = String(await freePort())
  origin = `http://localhost:${port}`
  child = fork('tests/support/express-adapter.mjs', {
    execArgv: [],
    env: { ...appEnv(sandbox.url), PORT: port, PUBLIC_ORIGIN: origin },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
})
afterAll(async () => {
  child.kill('SIGKILL')
  await sandbox.close()
})

test('a shopper signs in behind the framework’s own adapter without a script', async () => {
  const visitor = createVisitor(origin)
  await signIn(visitor, sandbox.sandbox, '79051112233')
  const card = await visitor.get('/qr')
  expect(card.status).toBe(200)
  expect(await card.text()).toContain('<h1')
  const guest = await createVisitor(origin).get('/qr')
  expect(guest.headers.get('Location')).toBe('/login?returnTo=%2Fqr')
})

test('a shopper signs in behind the framework’s own adapter with a script', async () => {
  const phone = '79051112244'
  const browser = await chromium.launch({ executablePath: findLightBrowser() ?? undefined })
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${origin}/login`)
    await page.waitForFunction(() => '__remixRouter' in window)
    await page.getByLabel('Номер телефона').fill(phone)
    await page.getByRole('button', { name: /Получить код/ }).click()
    await page.waitForURL('**/login/code')
    await page.locator('input[name=code]').fill(sandbox.sandbox.inbox.lastCode(phone) ?? '')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(`${origin}/qr`)
    await page.getByRole('heading', { level: 1, name: 'Карта' }).waitFor()
    expect(errors).toEqual([])
  } finally {
    await browser.close()
  }
})

test('the framework’s own server answers public pages, and leads guests to sign-in', async () => {
  const port = String(await freePort())
  const own = `http://localhost:${port}`
  const served = fork(
    'node_modules/@remix-run/serve/dist/cli.js',
    ['tests/support/serve-build.mjs'],
    {
      execArgv: [],
      env: { ...appEnv(sandbox.url), HOST: 'localhost', PORT: port, PUBLIC_ORIGIN: own },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  try {
    await once(served.stdout!, 'data')
    for (const path of ['/', '/contacts', '/login']) {
      const response = await fetch(own + path)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('<h1')
    }
    expect((await fetch(`${own}/nothing-here`)).status).toBe(404)
    const guest = await fetch(`${own}/qr`, { redirect: 'manual' })
    expect(guest.headers.get('Location')).toBe('/login?returnTo=%2Fqr')
  } finally {
    served.kill('SIGKILL')
  }
})
