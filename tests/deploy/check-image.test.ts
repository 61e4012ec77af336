import { expect, describe as group, test } from 'vitest'

import { mirrorIn, releaseOf } from '../../scripts/image/base'
import { ociConfig, seccompFor, type RunOptions } from '../../scripts/image/bundle'
import { packagesOf } from '../../scripts/bundled-licences.mjs'
import { licensedPackages, shippedPackages } from '../../scripts/image/compare'
import { inOrder, interpolated, readCompose } from '../../scripts/image/compose'
import { dockerFlags } from '../../scripts/image/container'
import { describe, type Image } from '../../scripts/image/engine'
import { bytesOf, wantedByManifests } from '../../scripts/image/wanted'

group('the base that is made where no registry answers', () => {
  test("reads the machine's Debian mirror from both formats of apt source lists", () => {
    const fields =
      '# http://old.example\nTypes: deb\nURIs: http://a.example/debian\nSuites: x bookworm\n'
    const other = 'Types: deb\nURIs: http://b.example\nSuites: bookworm-security'
    expect(mirrorIn([`${other}\n\n${fields}`], 'bookworm')).toBe('http://a.example/debian')
    const lines =
      'deb-src http://s bookworm main\ndeb [signed-by=/k] http://c.example bookworm main'
    expect(mirrorIn([lines], 'bookworm')).toBe('http://c.example')
    expect(mirrorIn([lines, fields], 'trixie')).toBeNull()
  })

  test("has the Debian release in the name of the Dockerfile's base image", () => {
    expect(releaseOf('node:24-bookworm-slim')).toBe('bookworm')
  })
})

const image: Image = describe('app', '/root-of-it', {
  User: '1000:1000',
  ExposedPorts: { '3000/tcp': {}, '9464/tcp': {} },
  Env: ['PATH=/bin', 'OPTIONS=--a=b'],
  Cmd: ['node', 'server.js'],
  Healthcheck: { Test: ['CMD', 'node', '-e', 'ask'] },
  WorkingDir: '/app',
})
const options: RunOptions = {
  name: 'try',
  env: { PORT: '1' },
  uid: 1000,
  gid: 1000,
  memoryBytes: 1024,
  tmpfs: ['/tmp'],
  files: [['/secrets', '/run/secrets']],
}

test('an image lists its ports, environment and health check', () => {
  expect(image).toMatchObject({
    ports: [3000, 9464],
    env: { PATH: '/bin', OPTIONS: '--a=b' },
    health: ['node', '-e', 'ask'],
  })
})

group('a container of the check', () => {
  test('runs without rights, with limited memory and a read-only disk', () => {
    const { process, root, mounts, linux } = ociConfig(image, options, null)
    expect(process).toMatchObject({
      user: { uid: 1000, gid: 1000 },
      noNewPrivileges: true,
      args: ['node', 'server.js'],
      cwd: '/app',
    })
    expect(Object.values(process.capabilities).flat()).toEqual([])
    expect(process.env).toEqual(['PATH=/bin', 'OPTIONS=--a=b', 'PORT=1'])
    expect(root).toEqual({ path: '/root-of-it', readonly: true })
    expect(linux.resources.memory.limit).toBe(1024)
    const own = mounts.filter(({ type }) => type === 'bind')
    expect(own.map(({ destination }) => destination)).toEqual(['/run/secrets'])
    expect(own[0]!.options).toContain('ro')
  })

  test('has the same restrictions in Docker', () => {
    const flags = dockerFlags(options).join(' ')
    for (const flag of [
      '--read-only',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--user 1000:1000',
      '--memory 1024',
      '--tmpfs /tmp',
      '--volume /secrets:/run/secrets:ro',
      '--env PORT=1',
    ])
      expect(flags).toContain(flag)
  })

  test('may use the system calls of a process without capabilities', () => {
    const call = (names: string[], more = {}) => ({ names, action: 'SCMP_ACT_ALLOW', ...more })
    const { syscalls, architectures } = seccompFor(
      {
        defaultAction: 'SCMP_ACT_ERRNO',
        syscalls: [
          call(['read']),
          call(['reboot'], { includes: { caps: ['CAP_SYS_BOOT'] } }),
          call(['arch_prctl'], { includes: { arches: ['amd64'] } }),
          call(['breakpoint'], { includes: { arches: ['arm64'] } }),
          call(['clone'], { excludes: { caps: ['CAP_SYS_ADMIN'] } }),
        ],
      },
      'x64',
    )
    expect(syscalls.flatMap(({ names }) => names)).toEqual(['read', 'arch_prctl', 'clone'])
    expect(architectures).toContain('SCMP_ARCH_X86_64')
  })

  test('has the user, memory, ports and tmpfs of the Kubernetes manifests', () => {
    expect(wantedByManifests()).toEqual({
      uid: 1000,
      gid: 1000,
      memoryBytes: bytesOf('576Mi'),
      ports: [3000, 9464],
      tmpfs: ['/tmp'],
    })
    expect(() => bytesOf('1T')).toThrow('1T')
  })
})

group('Compose’s file, where there is no Docker', () => {
  test('starts services in the order of their dependencies', () => {
    const order = inOrder(readCompose())
    expect(order.at(-1)).toBe('app')
    expect([...order].sort()).toEqual(['app', 'redis', 'redis-cache', 'sandbox'])
    const loop = { condition: 'service_healthy' }
    expect(() =>
      inOrder({
        a: { image: '', depends_on: { b: loop } },
        b: { image: '', depends_on: { a: loop } },
      }),
    ).toThrow('waits for itself')
  })

  test('replaces each variable by its value or its default', () => {
    expect(interpolated('x-${A:-other}', {})).toBe('x-other')
    expect(interpolated('x-${A:-other}', { A: 'own' })).toBe('x-own')
  })
})

test('shipped packages are neither development nor optional ones', () => {
  const version = '1.0.0'
  const packages = {
    '': {},
    'node_modules/@a/a': { version },
    'node_modules/b': { version, dev: true },
    'node_modules/c': { version, optional: true },
    'node_modules/b/node_modules/@a/a': { version },
  }
  expect(shippedPackages(JSON.stringify({ packages }))).toEqual(['@a/a 1.0.0'])
})

group('the licences beside a build', () => {
  test('list every package of a source map once', () => {
    const sources = [
      '../../node_modules/zod/v4/index.js',
      '../../node_modules/zod/v4/core.js',
      '../../../node_modules/@remix-run/node/node_modules/cookie/index.js',
      '../../app/root.tsx',
      'virtual:remix',
    ]
    expect(packagesOf(sources)).toEqual([
      'node_modules/@remix-run/node/node_modules/cookie',
      'node_modules/zod',
    ])
  })

  test('have package names and versions in the form of the SBOM', () => {
    const rule = '='.repeat(80)
    const one = (name: string) =>
      `${rule}\n\n${name} 1.0.0 (MIT)\n\n${rule}\n\nDo what you like.\n\n`
    expect(licensedPackages(`Packages: 2\n\n${one('a')}${one('@b/c')}`)).toEqual([
      'a 1.0.0',
      '@b/c 1.0.0',
    ])
  })
})
