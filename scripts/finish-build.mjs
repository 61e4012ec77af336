// After Remix's own build: it becomes one with server.ts and all packages, so that the image runs plain node
// without any of them, and the browser's files get their compressed twins, so that no request has to compress them.
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

const CLIENT = 'build/client'
/** What a shopper at the till needs: these screens' files are stored on the phone. */
const SHELL_ROUTES = [
  'root',
  'shell/app-layout',
  'today/today.screen',
  'card/card.screen',
  'card/till.screen',
]
const SMALLEST_BYTES = 512
const sources = await hashSources()

await bundleServer(sources)

// Our own brand, read as any pack is when the server starts.
await rm('build/brand', { recursive: true, force: true })
await cp('brands/april', 'build/brand', { recursive: true })

// The service worker knows which build it belongs to and what of it the shell is made of.
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

/** @param {string | null} dictionary its address; null while there is none yet */
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
      DICTIONARY: JSON.stringify(dictionary),
    },
    sourcemap: 'external',
    logLevel: 'warning',
  })

// The dictionary is made of pages of the built server, which serves a worker.
await buildWorker(null)
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
await noteBuilt(sources)
