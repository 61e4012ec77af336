// Compares an image with the repository, without starting it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { commandOf, environmentOf, instructionsOf, type Stage } from '../dockerfile'
import type { Image } from './engine'
import { expect, expectSame } from './findings'

/** Names, sizes and times of all files: they change with every write. */
export function stateOf({ root }: Image): string {
  const found = spawnSync('find', [root, '-xdev', '-type', 'f', '-printf', '%P %s %T@\n'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  // Files that an engine adds to a container.
  const given = /^(etc\/(hosts|hostname|resolv\.conf)|run\/\.containerenv|(dev|proc|sys|tmp)\/)/
  return found.stdout
    .split('\n')
    .filter((line) => line !== '' && !given.test(line))
    .sort()
    .join('\n')
}

const NESTED = 'node_modules/'
const megabytes = (path: string) =>
  Number(spawnSync('du', ['-sm', path], { encoding: 'utf8' }).stdout.split('\t')[0])

/** The production packages of the lockfile: `zod 3.25.76`, each once. */
export function shippedPackages(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as {
    packages: Record<string, { version: string; dev?: true; optional?: true; devOptional?: true }>
  }
  const found = Object.entries(packages)
    .filter(([path, flags]) => path !== '' && !flags.dev && !flags.optional && !flags.devOptional)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf(NESTED) + NESTED.length)} ${version}`,
    )
  return [...new Set(found)]
}

/** The packages with their licence texts beside the build. */
export function licensedPackages(licences: string): string[] {
  return [...licences.matchAll(/^={80}\n\n(\S+ \S+) \(.*\)\n\n={80}$/gm)].map(([, id = '']) => id)
}

/** Compares the image's configuration with the Dockerfile. */
export function compareConfig(image: Image, stages: readonly Stage[]): void {
  const { target } = image
  const last = (keyword: string) => instructionsOf(stages, target, keyword).at(-1)?.text ?? ''
  expectSame(image.user, last('USER'), `${target}: user`)
  expectSame(image.ports, last('EXPOSE').split(' ').map(Number), `${target}: ports`)
  expectSame(image.command, commandOf(stages, target), `${target}: command`)
  const health = commandOf(stages, target, 'HEALTHCHECK')
  expect(image.health.join() === health.join(), `${target}: the health check is the Dockerfile's`)
  for (const [name, value] of Object.entries(environmentOf(stages, target)))
    expectSame(image.env[name], value, `${target}: ${name}`)
}

/** Checks which files the application's image has. */
export function compareFiles({ root }: Image): void {
  const app = (path: string) => join(root, 'app', path)
  const lockfile = readFileSync('package-lock.json', 'utf8')
  const { components } = JSON.parse(readFileSync(app('sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[]
  }
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  const shipped = shippedPackages(lockfile)
  const missing = shipped.filter((each) => !listed.has(each))
  expect(
    missing.length === 0,
    `all ${shipped.length} packages of production are listed ${missing.join(' ')}`.trim(),
  )
  const bundled = licensedPackages(readFileSync(app('build/licences.txt'), 'utf8'))
  const unlisted = bundled.filter((each) => !listed.has(each))
  expect(
    bundled.length > 0 && unlisted.length === 0,
    `${bundled.length} packages are in the build with their licences, each of the list ${unlisted.join(' ')}`.trim(),
  )
  expectSame(readdirSync(app('.')).sort(), ['build', 'package.json', 'sbom.cdx.json'], 'in /app')
  const tools = ['npm', 'npx', 'corepack', 'yarn'].flatMap((name) =>
    ['usr/local/bin', 'usr/bin'].map((folder) => join(root, folder, name)),
  )
  expect(!tools.some((path) => existsSync(path)), 'no package manager of Node')
  expect(!existsSync(join(root, 'root/.npmrc')), 'nothing of the secrets of the build')
  const files = stateOf({ root } as Image).split('\n')
  const maps = files.filter((line) => /^app\/build\/.*\.map /.test(line))
  expect(maps.length === 0, 'no source maps')
  const debian = join(root, 'var/lib/dpkg/status')
  const ofDebian = existsSync(debian) ? readFileSync(debian, 'utf8').match(/^Package: /gm) : null
  console.log(
    [
      `  size ${megabytes(root)} MB`,
      `build ${megabytes(app('build'))} MB`,
      `${files.length} files, ${files.filter((line) => line.startsWith('app/')).length} of them in /app`,
      `${components.length} packages of npm, ${ofDebian?.length ?? 0} of Debian`,
    ].join(', '),
  )
}
