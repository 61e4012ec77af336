// Bundles the server: Remix's own build, start.ts and all packages become one graph. build/server.js starts
// it, build/server/index.js is the application, shared modules are chunks beside it. Each module is in one
// file, so that no state exists twice (docs/decisions/019).
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { build } from 'esbuild'

const APPLICATION = 'build/server/index.js'
/** The entry point: it only knows the path of the build. */
const FIRST = `
import { start } from './start.ts'
await start(new URL('.', import.meta.url))
`
/** CommonJS modules load Node's own modules by it. */
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

/** Reads the machine's id, which the product never needs. */
const NEVER_LOADED = /\/@opentelemetry\/resources\/.*\/getMachineId-\w+\.js$/

/**
 * Bundles in place.
 * @param {string} sources the hash of the build's sources
 */
export async function bundleServer(sources) {
  const { outputFiles, metafile } = await build({
    entryPoints: { 'server/index': APPLICATION, server: 'first' },
    plugins: [firstModule],
    outdir: 'build',
    // At the path of Remix's own output, because application modules find the build by their address.
    chunkNames: 'server/assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // For Node the package names its CommonJS, of which nothing can be left out: 4 MB in place of 0.3.
    alias: { '@sentry/remix': './node_modules/@sentry/remix/build/esm/index.server.js' },
    // Colours of a package's development messages; the package is missing in a production installation.
    external: ['supports-color'],
    define: { 'process.env.NODE_ENV': '"production"', SOURCES: JSON.stringify(sources) },
    banner: { js: REQUIRE },
    sourcemap: true,
    // Licences are collected by scripts/bundled-licences.mjs instead.
    legalComments: 'none',
    logLevel: 'warning',
    // Remix's build imports every package once more without using anything of it.
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
 * CommonJS modules that are loaded later have no exports but `default`, without any warning: import them
 * through a module of this project.
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
