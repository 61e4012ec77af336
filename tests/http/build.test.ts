import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, describe, expect, test } from 'vitest'

import { licensedPackages } from '../support/shipped'
import { appEnv, appNode } from '../support/app-process'

const home = mkdtempSync(join(tmpdir(), 'один с пробелом-'))
afterAll(() => rmSync(home, { recursive: true }))

const modules = readdirSync('build/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(join('build/server', file), 'utf8'))

test('no file of the built server imports a package', () => {
  const asked = modules.flatMap((code) => [
    ...[...code.matchAll(/^(?:import|export)\b[^\n"']*["']([^"'\n]+)["'];?$/gm)].map(
      ([, id]) => id,
    ),
    ...[...code.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, id]) => id),
  ])
  expect(asked.length).toBeGreaterThan(20)
  const outside = asked.filter((id = '') => !/^\.{0,2}\//.test(id) && !isBuiltin(id))
  // Only a command of the Redis client that the product does not use imports `@node-rs/xxhash`.
  expect(outside.filter((id) => id !== '@node-rs/xxhash')).toEqual([])
})

test('the build runs without node_modules', () => {
  cpSync('build', join(home, 'build'), { recursive: true })
  cpSync('package.json', join(home, 'package.json'))
  const { status, stdout, stderr } = spawnSync(appNode, ['build/server.js', '--check-config'], {
    cwd: home,
    env: { ...appEnv('http://127.0.0.1:1'), PUBLIC_ORIGIN: 'http://localhost:3000' },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect([status, stdout]).toEqual([0, expect.stringContaining('The configuration is fine.')])
})

test('the licences of bundled packages are in the build, and are not served', () => {
  const names = licensedPackages(readFileSync('build/licences.txt', 'utf8')).map(
    (each) => each.split(' ')[0],
  )
  for (const name of ['react-dom', 'leaflet', 'zod', '@sentry/core', 'ioredis', 'marked'])
    expect(names).toContain(name)
  // The command line that @sentry/remix asks for has another licence.
  expect(names).toContain('@sentry/remix')
  expect(names.filter((name) => name?.startsWith('@sentry/cli'))).toEqual([])
  expect(readdirSync('build/client')).not.toContain('licences.txt')
})

test('one module of the server build contains the hash of the sources it was built from', () => {
  const sources = readFileSync('build/client/.sources', 'utf8')
  expect(sources).toMatch(/^[\da-f]{64}$/)
  expect(modules.filter((code) => code.includes(sources))).toHaveLength(1)
})

describe('the forms of the browser', () => {
  const assets = 'build/client/assets'
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const manifest = files.find((file) => file.startsWith('manifest-')) ?? ''
  const { routes } = JSON.parse(
    readFileSync(join(assets, manifest), 'utf8').replace(/^window\.__remixManifest=|;$/g, ''),
  ) as { routes: Record<string, { module: string; imports?: string[] }> }
  const conform = files.filter((file) =>
    readFileSync(join(assets, file), 'utf8').includes('__intent__'),
  )

  test('load conform in one file of at most 10 kB', () => {
    expect(conform).toEqual([expect.stringMatching(/^forms-/)])
    expect(gzipSync(readFileSync(join(assets, conform[0] ?? ''))).length).toBeLessThan(10_000)
  })

  test('load the library conform on ten listed screens, and no other screen loads it', () => {
    const withConform = Object.entries(routes)
      .filter(([, { module, imports = [] }]) =>
        [module, ...imports].some((file) => conform.includes(file.split('/').at(-1) ?? '')),
      )
      .map(([id]) => id)
    expect(withConform.sort()).toEqual([
      'catalogue/product/reviews.screen',
      'profile/cards-add.screen',
      'profile/edit.screen',
      'push/notification.screen',
      'sign-in/code.screen',
      'sign-in/incomplete.screen',
      'sign-in/login.screen',
      'sign-in/registration.screen',
      'surveys/rate-purchase.screen',
      'surveys/survey.screen',
    ])
  })

  test('do not load zod', () => {
    const withZod = files.filter((file) =>
      /safeParse|ZodObject|invalid_type/.test(readFileSync(join(assets, file), 'utf8')),
    )
    expect(withZod).toEqual([])
  })
})
