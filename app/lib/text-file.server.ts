import { readFile, stat } from 'node:fs/promises'

/** Throws for other encodings, and removes a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a file from an editor.
 * @throws Error with a message when the file is not UTF-8, because its letters would be garbled
 */
export function getText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Error('is not in UTF-8')
  }
}

/**
 * Reads a text file of the operator.
 * @throws Error with a message when the path is no file (a pipe would never end), the file is too
 * large or not UTF-8; a file system error when it cannot be read
 */
export async function readTextFile(path: string, maxBytes = Infinity): Promise<string> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error('is no file')
  if (found.size > maxBytes) throw new Error(`is larger than ${maxBytes} bytes`)
  return getText(await readFile(path))
}
