// Makes the server of Remix's own build one graph with start.ts and all packages: build/server.js begins,
// build/server/index.js is the application, and what both or only some of them need lies in chunks beside
// it. Each module is in one file, so that none with a state exists twice (docs/decisions/019).
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { build } from 'esbuild'

const APPLICATION = 'build/server/index.js'
/** The entry point: it only knows where the build is. */
const FIRST = `
import { start } from './start.ts'
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

/** Asks the machine for its id, which nothing of ours wants to know. */
const NEVER_LOADED = /\/@opentelemetry\/resources\/.*\/getMachineId-\w+\.js$/

/**
 * Bundles in place.
 * @param {string} sources the hash of what the build is made of
 */
export async function bundleServer(sources) {
  const { outputFiles, metafile } = await build({
    entryPoints: { 'server/index': APPLICATION, server: 'first' },
    plugins: [firstModule],
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
