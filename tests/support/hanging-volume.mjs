// Makes the files below HANGING_FOLDER hang like those of a lost network volume, while HANGING_PIPE exists:
// each call holds a thread in the kernel.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { HANGING_FOLDER = '', HANGING_PIPE = '' } = process.env

/** @type {Record<string, Function>} */
const calls = /** @type {any} */ (fs.promises)
for (const name of ['stat', 'readFile', 'readdir']) {
  const original = calls[name]
  calls[name] = async (/** @type {unknown} */ path, /** @type {unknown[]} */ ...rest) => {
    if (String(path).startsWith(HANGING_FOLDER) && fs.existsSync(HANGING_PIPE))
      await fs.promises.open(HANGING_PIPE, 'r')
    return original?.(path, ...rest)
  }
}
syncBuiltinESMExports()
