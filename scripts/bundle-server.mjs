// Makes the server of Remix's own build one graph with start.ts and all packages: build/server.js begins,
// build/server/index.js is the application, and what both or only some of them need lies in chunks beside
// it. Each module is in one file, so that none with a state exists twice (docs/decisions/019).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { build, transform } from 'esbuild'

import { browserTargets } from './browser-targets.mjs'
import { leanServer } from './lean-server.mjs'

const APPLICATION = 'build/server/index.js'
/**
 * The first module is the only one that is not read from the cache of compiled code, so it is this small. The
 * folder is that of the image, see scripts/compile-cache.mjs; elsewhere there is none, and nothing is written.
 */
const FIRST = `
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
const cache = fileURLToPath(new URL('../compile-cache', import.meta.url))
// Node 20 has none.
if (existsSync(cache)) module.enableCompileCache?.(cache)
const { start } = await import('./start.ts')
await start(new URL('.', import.meta.url))
`
/** CommonJS asks for Node's own modules by it. */
const REQUIRE = `import { createRequire as createNodeRequire } from 'node:module'
const require = createNodeRequire(import.meta.url)`

/** @type {import('esbuild').Plugin} */
const firstModule = {
  name: 'first module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^first$/ }, () => ({ path: 'server', namespace: 'first' }))
    onLoad({ filter: /.*/, namespace: 'first' }, () => ({
      contents: FIRST,
      resolveDir: process.cwd(),
      loader: 'js',
    }))
  },
}

/**
 * Remix puts the text of one of its functions into every page. A bundler would write it anew, with more spaces
 * and other names; it goes there as it was meant, and in short.
 * @type {import('esbuild').Plugin}
 */
const scriptInPages = {
  name: 'script in pages',
  setup({ onLoad }) {
    onLoad({ filter: /@remix-run\/react\/dist\/scroll-restoration\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const [whole = '', script = ''] =
        /let restoreScroll = \((\(.*?\n {2}\})\)\.toString\(\);/s.exec(text) ?? []
      if (!whole) throw new Error(`${path} has another script for pages than we know`)
      const { code } = await transform(`script=${script}`, {
        minify: true,
        target: browserTargets(),
      })
      const inPages = code.trim().replace(/^script=|;$/g, '')
      if (!inPages.startsWith('(')) throw new Error(`A script for pages became ${code}`)
      return {
        contents: text.replace(whole, () => `let restoreScroll = ${JSON.stringify(inPages)};`),
      }
    })
  },
}

/** Asks the machine for its id, which nothing of ours wants to know. */
const NEVER_LOADED = /\/@opentelemetry\/resources\/.*\/getMachineId-\w+\.js$/

/**
 * Bundles in place.
 * @param {string} sources the hash of what the build is made of
 */
export async function bundleServer(sources) {
  const { outputFiles, metafile } = await build({
    entryPoints: { 'server/index': APPLICATION, server: 'first' },
    plugins: [firstModule, scriptInPages, leanServer],
    outdir: 'build',
    // Where Remix had put its own: modules of the application find the build by their address.
    chunkNames: 'server/assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Colours of a package's lines for developers: asked for in vain where only production is installed.
    external: ['supports-color'],
    define: { 'process.env.NODE_ENV': '"production"', SOURCES: JSON.stringify(sources) },
    banner: { js: REQUIRE },
    sourcemap: true,
    // Beside the build in whole: scripts/bundled-licences.mjs.
    legalComments: 'none',
    logLevel: 'warning',
    // Remix's build names every package once more without taking anything of it.
    logOverride: { 'ignored-bare-import': 'silent' },
    write: false,
    metafile: true,
  })
  refuseNameless(metafile)
  await rm('build/server', { recursive: true })
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}

/**
 * CommonJS that is loaded later has no names but `default`, and nothing else would tell: a module of ours has to
 * stand between.
 * @param {import('esbuild').Metafile} metafile
 */
function refuseNameless({ inputs }) {
  const wrong = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
      .filter(({ path }) => !NEVER_LOADED.test(path))
      .map(({ path }) => `${file} loads ${path}`),
  )
  if (wrong.length > 0) throw new Error(`CommonJS that is loaded later: ${wrong.join(', ')}`)
}
