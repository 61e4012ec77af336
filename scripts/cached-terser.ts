import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import terser from 'terser/package.json' with { type: 'json' }
import type { Plugin } from 'vite'

const CACHE = 'node_modules/.cache/terser'

/** Has Vite minify only chunks that no earlier build has minified: terser takes half of a build. */
export const cachedTerser: Plugin = {
  name: 'cached terser',
  configResolved({ plugins, build }) {
    const minifier = plugins.find(({ name }) => name === 'vite:terser')
    const minify = minifier?.renderChunk
    // Remix starts a server too, which minifies nothing.
    if (typeof minify !== 'function') return
    mkdirSync(CACHE, { recursive: true })
    minifier!.renderChunk = async function (code, chunk, options, meta) {
      if (build.minify !== 'terser') return null
      const settings = [terser.version, build.terserOptions, options.sourcemap, options.format]
      const hash = createHash('sha256').update(JSON.stringify(settings)).update(code)
      const file = `${CACHE}/${hash.digest('hex')}.json`
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as { code: string; map: string }
      } catch {
        const minified = await minify.call(this, code, chunk, options, meta)
        writeFileSync(file, JSON.stringify(minified))
        return minified
      }
    }
  },
}
