// Runs after Remix's build: bundles the server with its packages, so that the image needs no node_modules,
// and compresses the browser's files, so that no request has to. `--quick` leaves out what only a network and the image
// need: the dictionary, compressed files, licences.
import './help.mjs'
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { build } from 'esbuild'

import { browserTargets } from './browser-targets.mjs'
import { hashSources, noteBuilt } from './built-sources.mjs'
import { writeLicences } from './bundled-licences.mjs'
import { bundleServer } from './bundle-server.mjs'
import { inlineScript } from './inline-script.mjs'

const CLIENT = 'build/client'
/** Screens that a shopper at the till needs: the worker stores their files. */
const SHELL_ROUTES = [
  'root',
  'shell/app-layout',
  'today/today.screen',
  'card/card.screen',
  'card/till.screen',
]
const SMALLEST_BYTES = 512
const isQuick = process.argv.includes('--quick')
const sources = await hashSources()

await bundleServer(sources)

// The default brand, read as any pack is at the start of the server.
await rm('build/brand', { recursive: true, force: true })
await cp('brands/april', 'build/brand', { recursive: true })

// The worker contains its build's id and the list of the shell's files.
const assets = await readdir(join(CLIENT, 'assets'))
const manifestFile = assets.find((file) => /^manifest-\w+\.js$/.test(file)) ?? ''
const manifest = JSON.parse(
  (await readFile(join(CLIENT, 'assets', manifestFile), 'utf8'))
    .replace('window.__remixManifest=', '')
    .replace(/;\s*$/, ''),
)
/** @type {{ module: string, imports?: string[], css?: string[] }[]} */
const shell = [manifest.entry, ...SHELL_ROUTES.map((id) => manifest.routes[id])]
const precached = new Set([
  `/assets/${manifestFile}`,
  ...shell.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]),
])

const storedCardScript = await inlineScript('app/offline/stored-card-entry.ts', browserTargets())

/** @param {string | null} dictionary its address; null before it exists */
const buildWorker = (dictionary) =>
  build({
    entryPoints: ['app/offline/service-worker.ts'],
    outfile: join(CLIENT, 'sw.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: browserTargets(),
    define: {
      BUILD_ID: JSON.stringify(manifest.version),
      PRECACHED: JSON.stringify([...precached]),
      STORED_CARD_SCRIPT: JSON.stringify(storedCardScript),
      DICTIONARY: JSON.stringify(dictionary),
    },
    sourcemap: 'external',
    logLevel: 'warning',
  })

// The dictionary is made from pages of the built server, which needs a worker to serve.
await buildWorker(null)
if (!isQuick) await finishForNetworks()
await noteBuilt(sources, '.', isQuick)

async function finishForNetworks() {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/make-dictionary.ts'])
  const dictionary = (await readdir(join(CLIENT, 'assets'))).find((file) => file.endsWith('.dict'))
  await buildWorker(dictionary ? `/assets/${dictionary}` : null)

  const files = await readdir(CLIENT, { recursive: true })
  await Promise.all(
    files
      .filter((file) => /\.(js|css|svg|json|webmanifest|txt|dict)$/.test(file))
      .map(async (file) => {
        const path = join(CLIENT, file)
        const content = await readFile(path)
        if (content.length < SMALLEST_BYTES) return
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
  await writeLicences()
}
