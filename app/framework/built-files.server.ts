import { readFileSync } from 'node:fs'

/** The folder of the build, relative to any file of the server bundle. */
const BUILD = import.meta.url.replace(/server\/(assets\/)?[^/]*$/, '')

const files = new Map<string, string>()

/**
 * The text of a file of the browser build, read once.
 * @param path as requested by browsers, e.g. `/assets/root-a1b2c3.css`
 * @throws Error when it does not exist
 */
export function readBuiltFile(path: string): string {
  let text = files.get(path)
  if (text === undefined) {
    text = readFileSync(new URL(`client${path}`, BUILD), 'utf8').trim()
    files.set(path, text)
  }
  return text
}
