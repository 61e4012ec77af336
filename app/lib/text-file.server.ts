import { readFile, stat } from 'node:fs/promises'

/** Letters of another kind throw, and the mark at the beginning that some editors write is left out. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a file as somebody's editor saved it.
 * @throws Error as text when it is not in UTF-8: its letters would be shown as other ones
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Error('is not in UTF-8')
  }
}

/**
 * Reads a text that somebody wrote beside the application.
 * @throws Error as text when it is no file (a pipe would be waited for without end), larger than it may
 *   be, or not in UTF-8; the disk's own error, with its code, when it cannot be read
 */
export async function readTextFile(path: string, mostBytes = Infinity): Promise<string> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error('is no file')
  if (found.size > mostBytes) throw new Error(`is larger than ${mostBytes} bytes`)
  return textOf(await readFile(path))
}
