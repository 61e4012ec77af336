import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { expect, test } from 'vitest'

/** Packages with internals that the product uses. */
const FRAMEWORK = [
  '@remix-run/node',
  '@remix-run/react',
  '@remix-run/router',
  '@remix-run/server-runtime',
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'turbo-stream',
]

const patches = readdirSync('patches')
const getPackage = (patch: string) => patch.replace(/\+[^+]+\.patch$/, '').replace('+', '/')

test('there are at most two patches, and docs/framework.md names the upstream change of each', () => {
  expect(patches.length).toBeLessThanOrEqual(2)
  const document = readFileSync('docs/framework.md', 'utf8')
  for (const patch of patches) {
    expect(document).toContain(`\`${getPackage(patch)}\``)
    const links = readFileSync(`patches/${patch}`, 'utf8').match(
      /https:\/\/github\.com\S+\/pull\/\d+/g,
    )
    for (const link of links ?? ['no link to upstream']) expect(document).toContain(link)
  }
})

test('an installation without development packages ends well, and a checkout has the same bytes everywhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-development-'))
  try {
    cpSync('scripts/set-hooks.mjs', join(folder, 'scripts/set-hooks.mjs'), { recursive: true })
    cpSync('scripts/help.mjs', join(folder, 'scripts/help.mjs'))
    execFileSync(process.execPath, ['scripts/set-hooks.mjs'], { cwd: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const attributes = execFileSync(
    'git',
    ['check-attr', 'eol', 'binary', '--', '.ci/run', 'a.png'],
    {
      encoding: 'utf8',
    },
  )
  expect(attributes).toContain('.ci/run: eol: lf')
  expect(attributes).toContain('a.png: binary: set')
})

test('installed Remix and React packages equal the published ones apart from the patches', () => {
  const folder = mkdtempSync(join(tmpdir(), 'published-'))
  try {
    const getVersion = (name: string) =>
      (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string })
        .version
    const specs = FRAMEWORK.map((name) => `${name}@${getVersion(name)}`)
    const packing = ['pack', ...specs, '--json', '--prefer-offline', '--pack-destination', folder]
    const packed = JSON.parse(execFileSync('npm', packing, { encoding: 'utf8' })) as {
      name: string
      filename: string
    }[]
    expect(packed).toHaveLength(FRAMEWORK.length)
    const differing: string[] = []
    for (const { name, filename } of packed) {
      const own = join(folder, name.replace('/', '+'))
      cpSync(join('node_modules', name), join(own, 'node_modules', name), { recursive: true })
      const patch = patches.find((each) => getPackage(each) === name)
      const reverse = ['apply', '--reverse', join(process.cwd(), 'patches', patch ?? '')]
      if (patch) execFileSync('git', reverse, { cwd: own })
      execFileSync('mkdir', ['-p', join(own, 'published')])
      const archive = join(folder, filename.replace(/^@/, '').replace('/', '-'))
      execFileSync('tar', ['xzf', archive, '-C', join(own, 'published')])
      const [top = ''] = readdirSync(join(own, 'published'))
      const published = join(own, 'published', top)
      for (const entry of readdirSync(published, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const path = relative(published, join(entry.parentPath, entry.name))
        const installed = readFileSync(join(own, 'node_modules', name, path))
        if (!installed.equals(readFileSync(join(published, path))))
          differing.push(`${name}/${path}`)
      }
    }
    expect(differing).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
