import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

/** Made by commands, or too large for a copy. */
const LEFT_OUT = ['node_modules', 'build', '.git', 'test-results', 'playwright-report']
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const GIT = [
  ...['-c', 'user.name=guide', '-c', 'user.email=guide@april.example'],
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgSign=false'],
]

/** A copy of the sources in a separate repository, in a folder as people have them, with the packages of this tree. */
export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'копия с пробелом-'))
  const root = resolve('.')
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const git = (...given: string[]) =>
    execFileSync('git', [...GIT, ...given], { cwd: folder, encoding: 'utf8' })
  /** Commits all changes; returns the files of the commit. */
  function commit(subject: string): string[] {
    git('add', '--all')
    git('commit', '--quiet', '--message', subject)
    return git('diff', '--name-only', 'HEAD~').trim().split('\n')
  }
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Copy the tree')
  // Colour codes would split the text that tests look for.
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT_BYTES }
  return {
    folder,
    /**
     * Runs a command there; returns its output.
     * @throws Error with the output when it fails
     */
    run: (command: string, ...given: string[]): Promise<string> =>
      new Promise((done, fail) => {
        execFile(command, given, options, (error, stdout, stderr) => {
          if (error) fail(new Error(`${command} ${given.join(' ')}\n${stdout}${stderr}`))
          else done(stdout)
        })
      }),
    commit,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
