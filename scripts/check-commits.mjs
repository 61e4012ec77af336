// Refuses commit messages that do not begin with an imperative, have a subject of more than 72 characters or no body
// for several files. Reads the commits since the last tag, at most 20, and none before the one that added this check.
// Part of `npm run lint`; .githooks/commit-msg runs it for the message that is being written.
//   --message FILE   checks this message and the staged files
import { readOptions } from './help.mjs'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFaults } from './commits/message.mjs'

const MOST = 20
const { message: file } = readOptions({ message: { type: 'string' } })

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd()

/** @param {string[]} args */
function tryGit(...args) {
  try {
    return git(...args)
  } catch {
    return ''
  }
}

/** @param {string} text */
const linesOf = (text) => text.split('\n').filter(Boolean)

/**
 * The message without comments and without the diff of `git commit --verbose`.
 * @param {string} path
 */
function readMessage(path) {
  const [text = ''] = readFileSync(path, 'utf8').split(/^# -+ >8 -+$/m)
  return text.replace(/^#.*\n?/gm, '')
}

/** Newest first. */
function commitsToCheck() {
  const added = ['log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-commits.mjs']
  const start = linesOf(tryGit(...added)).at(-1)
  if (!start) return []
  const tag = tryGit('describe', '--tags', '--abbrev=0')
  const since = tag ? [`^${tag}`] : []
  const later = git('rev-list', '--ancestry-path', `${start}..HEAD`, ...since)
  // The oldest commit of a shallow clone has every file, so it says nothing about its own change.
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false'
  const isUntagged = linesOf(git('rev-list', start, '--max-count=1', ...since)).includes(start)
  return [...linesOf(later), ...(isWhole && isUntagged ? [start] : [])].slice(0, MOST)
}

/** @param {string} commit */
function readCommit(commit) {
  const isMerge = git('show', '--no-patch', '--format=%P', commit).includes(' ')
  const files = linesOf(git('show', '--format=', '--name-only', commit)).length
  return readFaults(git('show', '--no-patch', '--format=%B', commit), { files, isMerge })
}

/** @type {[string, string[]][]} */
let checked
if (file) {
  const files = linesOf(git('diff', '--cached', '--name-only')).length
  const isMerge = tryGit('rev-parse', '--verify', '--quiet', 'MERGE_HEAD') !== ''
  const text = readMessage(file)
  // A fixup commit is squashed before review.
  const isFolded = /^(?:fixup|squash|amend)! /.test(text)
  checked = [['this message', isFolded ? [] : readFaults(text, { files, isMerge })]]
} else checked = commitsToCheck().map((commit) => [commit.slice(0, 9), readCommit(commit)])

for (const [name, faults] of checked) for (const fault of faults) console.error(`${name}: ${fault}`)
process.exit(checked.some(([, faults]) => faults.length > 0) ? 1 : 0)
