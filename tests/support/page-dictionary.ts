import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

import { isPageDictionary } from '../../edge/dictionary/page-dictionary'

/** The dictionary of the present build, and the header of a browser that has it. */
export function builtDictionary(client = 'build/client') {
  const path = readdirSync(`${client}/assets`)
    .map((name) => `/assets/${name}`)
    .find(isPageDictionary)
  if (!path) throw new Error('The build has no dictionary')
  const content = readFileSync(client + path)
  const hash = createHash('sha256').update(content).digest()
  return { path, content, hash, available: `:${hash.toString('base64')}:` }
}
