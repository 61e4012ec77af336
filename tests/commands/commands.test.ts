import { rmSync, statSync } from 'node:fs'

import { chromium } from '@playwright/test'
import { afterEach, expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { findBrowser } from '../support/find-browser'
import { startProgram, type Program } from '../support/program'
import { createVisitor } from '../support/visitor'

let program: Program | undefined

afterEach(() => program?.stop())

/** Runs a script on free ports until its first output. */
async function start(
  script: string,
  readyLine: string,
  env: Record<string, string>,
): Promise<string> {
  const isReady = (output: string) => output.includes(readyLine)
  program = await startProgram(process.execPath, ['--import', 'tsx', script], isReady, {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...env },
  })
  return program.output()
}

const ports = async () => ({
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
})

test('npm run demo prints the address of a site that sends a shopper a code', async () => {
  const { PORT, SANDBOX_PORT } = await ports()
  const builtAt = statSync('build/server.js').mtimeMs
  const output = await start('scripts/demo.ts', 'Ctrl+C', { PORT, SANDBOX_PORT })
  expect(output.split('\n').length).toBeLessThanOrEqual(25)
  expect(output).toContain('nothing has changed')
  expect(statSync('build/server.js').mtimeMs).toBe(builtAt)
  expect(output).toContain(`http://localhost:${PORT}`)
  expect(output).toContain(`http://127.0.0.1:${SANDBOX_PORT}/__sandbox`)
  expect(output).toContain('+7 900 000-00-01')
  const visitor = createVisitor(`http://localhost:${PORT}`)
  const asked = await visitor.post('/login', { phone: '+7 900 000-00-01' })
  expect(asked.headers.get('Location')).toBe('/login/code')
  const inbox = await (await fetch(`http://127.0.0.1:${SANDBOX_PORT}/__sandbox/inbox`)).text()
  expect(inbox).toMatch(/\b\d{5}\b/)
  await program?.stop('SIGINT')
  for (const port of [PORT, SANDBOX_PORT])
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('npm run dev serves the pages from their sources, and the first page hydrates', async () => {
  // As in a fresh clone.
  rmSync('node_modules/.vite/deps', { recursive: true, force: true })
  const { PORT, SANDBOX_PORT } = await ports()
  await start('scripts/dev.ts', 'Texts with codes', { PORT, SANDBOX_PORT, NODE_ENV: 'development' })
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (readyLine) => readyLine.type() === 'error' && faults.push(readyLine.text()))
    await page.goto(`http://localhost:${PORT}/login`)
    await expect.poll(() => page.evaluate('Boolean(window.__remixRouter)')).toBe(true)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A dependency found late makes the page reload.
    await page.waitForLoadState('networkidle')
    expect(faults).toEqual([])
    expect(await page.evaluate('Boolean(window.__remixRouter)')).toBe(true)
  } finally {
    await browser.close()
  }
})
