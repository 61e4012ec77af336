// A hash of the build's sources by content, so that a checkout or a copy is no change.
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const SOURCES = [
  'app',
  'brands',
  'content',
  'edge',
  'public',
  'sandbox',
  'scripts',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'server.ts',
  'start.ts',
  'tsconfig.json',
  'vite.config.ts',
]
/** Inside a folder that the next build empties first, so that a failed build leaves none; never served. */
const RECORD = 'build/client/.sources'

/**
 * The hash of everything that the build reads; tests are not included.
 * @param {string} root
 */
export async function hashSources(root = '.') {
  const hash = createHash('sha256')
  for (const file of await listSources(root)) {
    const content = await readFile(join(root, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} root */
async function listSources(root) {
  const found = await Promise.all(
    SOURCES.map(async (source) => {
      const stats = await stat(join(root, source)).catch(() => null)
      if (!stats?.isDirectory()) return stats ? [source] : []
      const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    }),
  )
  return found
    .flat()
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
}

/** What a build without its compressed files adds to the hash. */
const QUICK = ' quick'

/**
 * Whether the existing build is up to date.
 * @param {string} root
 * @param {boolean} isQuickEnough
 */
export async function isBuilt(root = '.', isQuickEnough = false) {
  const built = await readFile(join(root, RECORD), 'utf8').catch(() => null)
  const hash = await hashSources(root)
  return built === hash || (isQuickEnough && built === hash + QUICK)
}

/**
 * Records the sources of a finished build.
 * @param {string} hash
 * @param {string} root
 * @param {boolean} isQuick
 */
export async function noteBuilt(hash, root = '.', isQuick = false) {
  await writeFile(join(root, RECORD), isQuick ? hash + QUICK : hash)
}
