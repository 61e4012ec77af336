import { readFileSync } from 'node:fs'

/** The folder of the build, in whichever file of its server half the bundler puts this. */
const BUILD = import.meta.url.replace(/server\/(assets\/)?[^/]*$/, '')

const files = new Map<string, string>()

/**
 * The text of a file of the browser build, which lies beside that of the server; read once.
 * @param path as the browser asks for it, e.g. `/assets/root-a1b2c3.css`
 * @throws Error when there is none
 */
export function readBuiltFile(path: string): string {
  let text = files.get(path)
  if (text === undefined) {
    text = readFileSync(new URL(`client${path}`, BUILD), 'utf8').trim()
    files.set(path, text)
  }
  return text
}
