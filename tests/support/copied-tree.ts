import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

/** Made by commands, or too large to be of use in a copy. */
const LEFT_OUT = ['node_modules', 'build', '.git', 'test-results', 'playwright-report']

/** A copy of the sources to change and throw away, with the packages of this tree. */
export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'))
  const root = resolve('.')
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    /** Runs a command there; what it printed. @throws Error with that when it fails */
    run: (command: string, ...given: string[]): Promise<string> =>
      new Promise((done, fail) => {
        execFile(command, given, { cwd: folder }, (error, stdout, stderr) => {
          if (error) fail(new Error(`${command} ${given.join(' ')}\n${stdout}${stderr}`))
          else done(stdout)
        })
      }),
    /** The files that differ from this tree's, or that it has not. */
    changed: (): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((path) => !path.startsWith('node_modules') && isChanged(folder, path))
        .sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function isChanged(folder: string, path: string): boolean {
  try {
    return !readFileSync(path).equals(readFileSync(join(folder, path)))
  } catch {
    return true
  }
}
