// Collects names and licence texts of bundled packages, because the build has no package folders.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Beside the served files, and not served. */
const LICENCES = 'build/licences.txt'
const LEGAL = /^(?!.*\.[cm]?[jt]s$)(.*-)?(licen[cs]e|notice|copying|copyright)/i
/** The package's folder in a source of a source map: `node_modules/zod`. */
const PACKAGE = /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//
const RULE = '='.repeat(80)

async function bundledPackages() {
  const files = await readdir('build', { recursive: true })
  const maps = files.filter((file) => file.endsWith('.map'))
  const texts = await Promise.all(maps.map((file) => readFile(join('build', file), 'utf8')))
  /** @type {string[]} */
  const sources = texts.flatMap((text) => JSON.parse(text).sources)
  const folders = new Set(sources.map((source) => PACKAGE.exec(source)?.[1] ?? ''))
  // A package's own source map may name missing sources: the package's licence covers them.
  return [...folders].filter((folder) => existsSync(folder)).sort()
}

/** @param {string} folder */
async function describe(folder) {
  /** @type {{ name: string, version: string, license?: string, author?: string | { name: string } }} */
  const { name, version, license, author } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const entries = await readdir(folder, { withFileTypes: true })
  const legal = entries.filter((entry) => entry.isFile() && LEGAL.test(entry.name))
  const files = legal.map(({ name: file }) => file).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const by = typeof author === 'string' ? author : author?.name
  if (texts.length === 0) texts.push(`${by ? `By ${by}. ` : ''}It comes without a text.`)
  const title = `${name} ${version} (${license})`
  return [RULE, title, RULE, ...texts.map((text) => text.trim())].join('\n\n')
}

/**
 * Writes the packages bundled into the browser's and the server's files, from their source maps.
 * @throws Error when one is no production package, because the SBOM would lack it
 */
export async function writeLicences() {
  const folders = await bundledPackages()
  /** @type {{ packages: Record<string, { dev?: true }> }} */
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const wrong = folders.filter((folder) => !packages[folder] || packages[folder].dev)
  if (wrong.length > 0) throw new Error(`No packages of production: ${wrong.join(', ')}`)
  const texts = await Promise.all(folders.map(describe))
  await writeFile(LICENCES, `Packages in these files: ${folders.length}\n\n${texts.join('\n\n')}\n`)
}
