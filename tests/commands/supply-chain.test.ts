import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listen } from '../support/listen'
import { shippedPackages } from '../support/shipped'
import { advisoryFaults, readExceptions, type Advisory } from '../../scripts/advisories'

const folder = mkdtempSync(join(tmpdir(), 'supply-chain-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the check of published advisories', () => {
  const sampleAdvisory: Advisory = {
    id: 'GHSA-a',
    name: 'thing',
    title: 'Slow',
    severity: 'high',
  }
  const until = (day: string) => [{ id: 'GHSA-a', until: day }]

  test('accepts an advisory only with an exception that has not expired', () => {
    expect(advisoryFaults([sampleAdvisory], until('2026-12-31'), '2026-12-31')).toEqual([])
    expect(advisoryFaults([sampleAdvisory], until('2026-12-31'), '2027-01-01')).toEqual([
      'GHSA-a in thing: its exception ended 2026-12-31',
    ])
    expect(advisoryFaults([sampleAdvisory], [], '2026-12-31')).toEqual([
      'GHSA-a (high) in thing: Slow',
    ])
  })

  test('refuses an exception that no advisory needs', () => {
    expect(advisoryFaults([], until('2026-12-31'), '2026-12-31')).toEqual([
      'GHSA-a: no package needs this exception any more',
    ])
  })

  const exceptions = readExceptions(readFileSync('docs/reference/security-exceptions.md', 'utf8'))

  test('reads every exception in docs/reference/security-exceptions.md', () => {
    const rows =
      readFileSync('docs/reference/security-exceptions.md', 'utf8').match(/^\| GHSA-/gm) ?? []
    expect(exceptions).toHaveLength(rows.length)
    expect(rows.length).toBeGreaterThan(0)
  })

  /** A registry's bulk advisories, by package. */
  let answers: Record<string, object[]> = {}
  let asked: Record<string, string[]> = {}
  const registry = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url !== '/-/npm/v1/security/advisories/bulk') return response.writeHead(404).end()
      asked = JSON.parse(gunzipSync(body).toString()) as typeof asked
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answers))
    })
  })
  let port: number
  beforeAll(async () => {
    port = await listen(registry)
  })
  afterAll(() => registry.close())

  async function gate(...args: string[]) {
    const child = spawn('npx', [
      'tsx',
      'scripts/advisories.ts',
      `--registry=http://127.0.0.1:${port}`,
      ...args,
    ])
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (child.exitCode === null) await once(child, 'exit')
    return { code: child.exitCode, out, err }
  }
  const advisory = (id: string) => ({
    id: 1,
    url: `https://github.com/advisories/${id}`,
    title: 'It can be slowed down',
    severity: 'high',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 7.5, vectorString: null },
  })

  test('requests advisories of shipped packages, and fails for a new one', async () => {
    const owners = ['zod', 'react', 'pino', 'ioredis', 'undici', 'jose', 'marked', 'cookie']
    answers = Object.fromEntries(
      exceptions.map(({ id }, index) => [owners[index]!, [advisory(id)]]),
    )
    expect(await gate()).toMatchObject({
      code: 0,
      out: `${exceptions.length} advisories, ${exceptions.length} exceptions: 0 faults\n`,
    })
    expect(Object.keys(asked)).toContain('@remix-run/node')
    expect(Object.keys(asked)).not.toContain('vitest')

    answers.leaflet = [advisory('GHSA-new-new-new')]
    const { code, err } = await gate()
    expect(code).toBe(1)
    expect(err).toContain('GHSA-new-new-new (high) in leaflet: It can be slowed down\n')
  })

  test('fails without a response of the registry', async () => {
    const { code, err } = await gate('--registry=http://127.0.0.1:1', '--fetch-retries=0')
    expect(code).toBe(2)
    expect(err).toContain('npm audit has no report')
  })
})

test('the SBOM lists every production package once, with its licence', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const list = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string; licenses?: unknown[] }[]
  }
  expect(list.bomFormat).toBe('CycloneDX')
  const shipped = shippedPackages(readFileSync('package-lock.json', 'utf8'))
  const named = list.components.map(({ name, version }) => `${name} ${version}`)
  expect(named.sort()).toEqual(shipped.sort())
  expect(list.components.filter(({ licenses }) => !licenses)).toEqual([])
})

describe('a program that npx runs', () => {
  const places = readdirSync('scripts', { recursive: true }).map((path) =>
    join('scripts', String(path)),
  )
  const sources = [
    ...places.filter((path) => /\.(ts|mjs|sh)$/.test(path)),
    'Dockerfile',
    'package.json',
  ]

  test('is installed by the lockfile', () => {
    const named = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bnpx (?:-\S+ )*([\w@][\w@./-]*)/g)].map(
        ([, name]) => name!,
      ),
    )
    expect(named).toContain('esbuild')
    for (const name of named) expect(existsSync(join('node_modules/.bin', name)), name).toBe(true)
  })

  test('with access to the upload token is pinned, and runs no install script', () => {
    writeFileSync(join(folder, 'npx'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const built = mkdtempSync(join(folder, 'built-'))
    mkdirSync(join(built, 'build'))
    const names = ['SENTRY_AUTH_TOKEN', 'SENTRY_ORG', 'SENTRY_PROJECT', 'RELEASE']
    const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/sourcemaps.mjs')], {
      cwd: built,
      env: { PATH: folder, ...Object.fromEntries(names.map((name) => [name, name])) } as never,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^--yes --ignore-scripts @sentry\/cli@\d+\.\d+\.\d+ sourcemaps upload /)
    // No other code starts a program by npx.
    const started = sources.filter((path) => /'npx',\s*\[/.test(readFileSync(path, 'utf8')))
    expect(started).toEqual(['scripts/sourcemaps.mjs'])
  })
})

describe('the digest of the base image', () => {
  const digest = `sha256:${'ab'.repeat(32)}`
  const script = resolve('scripts/pin-base.mjs')

  /** Runs the renewal with these tools, each a script that prints or fails. */
  function renew(tools: Record<string, string>) {
    const home = mkdtempSync(join(folder, 'home-'))
    mkdirSync(join(home, 'deploy'))
    mkdirSync(join(home, 'bin'))
    writeFileSync(join(home, 'Dockerfile'), readFileSync('Dockerfile'))
    for (const [tool, lines] of Object.entries(tools)) {
      writeFileSync(join(home, 'bin', tool), `#!/bin/sh\n${lines}\n`)
      chmodSync(join(home, 'bin', tool), 0o755)
    }
    const { status, stderr } = spawnSync(process.execPath, [script], {
      cwd: home,
      env: { ...process.env, PATH: join(home, 'bin') },
      encoding: 'utf8',
    })
    const file = join(home, 'deploy/base-image.digest')
    return { status, stderr, written: existsSync(file) ? readFileSync(file, 'utf8') : null }
  }

  test('is written by the first tool that can read it', () => {
    const asks = `case "$*" in *node:24-bookworm-slim*) echo ${digest};; *) exit 1;; esac`
    expect(renew({ docker: asks })).toMatchObject({ status: 0, written: `${digest}\n` })
    expect(renew({ docker: 'exit 1', skopeo: asks })).toMatchObject({ written: `${digest}\n` })
  })

  test('is not written, and the reasons are printed, when no tool can read it', () => {
    const { status, stderr, written } = renew({ docker: 'echo no such host >&2; exit 1' })
    expect([status, written]).toEqual([1, null])
    expect(stderr).toContain('docker: no such host')
    expect(stderr).toContain('skopeo: is not there')
    expect(renew({ skopeo: 'echo sha256:short' })).toMatchObject({ status: 1, written: null })
  })
})
