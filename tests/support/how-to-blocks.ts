import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A code block of a how-to page that names a file: the whole file, or a change of it. */
export interface Block {
  file: string
  isDiff: boolean
  text: string
}

/** The blocks of a text: whole files, and changes of others. */
export function blocksIn(document: string): Block[] {
  const found = document.matchAll(/^```(\w+) file=(\S+)\n(.*?)^```$/gms)
  return Array.from(found, ([, kind, file = '', text = '']) => ({
    file,
    isDiff: kind === 'diff',
    text,
  }))
}

/**
 * Applies a block in a copy of the tree.
 * @throws Error when the place of a change is missing or ambiguous
 */
export function applyBlock(folder: string, { file, isDiff, text }: Block): void {
  const path = join(folder, file)
  if (!isDiff) return writeFileSync(path, text)
  const lines = text.trimEnd().split('\n')
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1))
  const before = without('+').join('\n')
  const parts = readFileSync(path, 'utf8').split(before)
  if (parts.length !== 2)
    throw new Error(
      `docs/how-to changes a place that ${file} has ${parts.length - 1} times:\n${before}`,
    )
  writeFileSync(path, parts.join(without('-').join('\n')))
}

/** Files named in a page's table. */
export function filesNamedIn(document: string): string[] {
  return [...document.matchAll(/^\| `([\w/.-]+\.tsx?)`/gm)].map(([, file = '']) => file)
}
