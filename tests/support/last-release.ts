import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { hashSources } from '../../scripts/built-sources.mjs'

/** A build that is not the present one, ready to be started beside it. */
export interface OtherBuild {
  /** The folder to start it in, with `build/server.js` and the files that the server reads. */
  folder: string
  /** For the test's output: the release, or why the present tree stands in for it. */
  title: string
}

const CACHE = resolve('node_modules/.cache/releases')
/** Names the last release's commit for clones that were made without tags. */
const RECORD = 'tests/resilience/last-release.json'
/** Files that a build needs to run in another folder. */
const RUNS_WITH = ['build', 'content', 'package.json']
const NOT_SOURCES = ['node_modules', 'build', '.git', 'test-results', 'playwright-report']

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * The last release, built once and cached. Without its commit, or with equal browser files, the present tree
 * with other file names stands in. The tests then check two builds of one version only, and the title names
 * the reason.
 */
export async function buildLastRelease(): Promise<OtherBuild> {
  const release = findRelease()
  if (!release) return buildStandIn('there is no history, or no release before this commit in it')
  const folder = join(CACHE, release.commit)
  if (!existsSync(folder)) await buildCommit(release.commit, folder)
  if (getBuildId(folder) === getBuildId('.'))
    return buildStandIn(`nothing of the browser's has changed since ${release.name}`)
  const changed = changedDependencies(folder)
  const note = changed.length > 0 ? `, with the present versions of ${changed.join(', ')}` : ''
  return { folder, title: `${release.name} (${release.commit.slice(0, 7)})${note}` }
}

function findRelease(): { commit: string; name: string } | null {
  let head: string
  try {
    head = git('rev-parse', 'HEAD')
  } catch {
    return null
  }
  const tags = git('tag', '--merged', head, '--list', 'v*', '--sort=-version:refname').split('\n')
  for (const name of tags.filter(Boolean)) {
    const commit = git('rev-list', '-n', '1', name)
    if (commit !== head) return { commit, name }
  }
  const { commit, name } = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>
  if (!commit || commit === head) return null
  return isHere(commit) || isFetched(commit) ? { commit, name: name ?? commit } : null
}

function isHere(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Fetches the commit into a shallow clone; false when `origin` does not have it. */
function isFetched(commit: string): boolean {
  try {
    git('fetch', '--quiet', '--depth', '1', 'origin', commit)
    return isHere(commit)
  } catch {
    return false
  }
}

async function buildCommit(commit: string, folder: string): Promise<void> {
  const tree = await mkdtemp(join(tmpdir(), 'april-release-'))
  git('worktree', 'add', '--detach', '--force', tree, commit)
  try {
    await buildIn(tree, folder)
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

async function buildStandIn(why: string): Promise<OtherBuild> {
  const folder = join(CACHE, `stand-in-${(await hashSources()).slice(0, 16)}`)
  const title = `no release but the present tree with other file names: ${why}`
  if (existsSync(folder)) return { folder, title }
  const tree = await mkdtemp(join(tmpdir(), 'april-release-'))
  try {
    const sources = (await readdir('.')).filter((name) => !NOT_SOURCES.includes(name))
    for (const name of sources) await cp(name, join(tree, name), { recursive: true })
    const config = join(tree, 'vite.config.ts')
    const text = readFileSync(config, 'utf8')
    // A banner changes the hash in each file's name; a comment would be removed by the minifier.
    const renamed = text.replace('output: {', 'output: { banner: \'"another build";\',')
    if (renamed === text) throw new Error('vite.config.ts has no output to give a banner')
    await writeFile(config, renamed)
    await buildIn(tree, folder)
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
  if (getBuildId(folder) === getBuildId('.')) throw new Error('The stand-in is the same build')
  return { folder, title }
}

/** Builds a tree with the packages of its own lockfile, and copies the files that the build needs to run. */
async function buildIn(tree: string, folder: string): Promise<void> {
  // Installs the tree's own packages, because their versions may differ from the present ones.
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'pipe' })
  const env = { ...process.env, NODE_ENV: 'production' as const }
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: tree, env, stdio: 'pipe' })
  // Renames a complete copy, so that parallel or stopped runs leave no incomplete folder.
  const unfinished = `${folder}.${process.pid}`
  for (const name of RUNS_WITH)
    await cp(join(tree, name), join(unfinished, name), { recursive: true })
  await rename(unfinished, folder)
}

/** The id of the build in this folder, from its route manifest. */
export function getBuildId(folder: string): string {
  const id = /"?version"?:\s*"(\w+)"/.exec(getManifest(folder))?.[1]
  if (!id) throw new Error(`${folder} has no build`)
  return id
}

function getManifest(folder: string): string {
  const assets = join(folder, 'build/client/assets')
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
  return readFileSync(join(assets, name ?? ''), 'utf8')
}

/** The packages of production with other versions than in that release. */
function changedDependencies(folder: string): string[] {
  const read = (path: string) =>
    (JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> })
      .dependencies
  const [then, now] = [read(join(folder, 'package.json')), read('package.json')]
  return Object.keys(then).filter((name) => then[name] !== now[name])
}
