import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type AppProcess } from '../support/app-process'
import { createVisitor } from '../support/visitor'

const NOBODY = 'http://127.0.0.1:9'
const LARGEST_CLIENT_LAYER_BYTES = 12_000
/** It runs beside the pages and is fetched after them. */
const LARGEST_WORKER_BYTES = 9 * 1024

/** The map is a library of its own, fetched by the screen that shows one. */

let app: AppProcess
beforeAll(async () => {
  app = await startApp(NOBODY, { BRAND_NAME: 'Лучший магазин' })
})
afterAll(() => app.stop())

interface Picture {
  src: string
  sizes: string
}

test('the manifest names the operator’s shop and only pictures that are there', async () => {
  const visitor = createVisitor(app.origin)
  const answer = await visitor.get('/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/?source=pwa', display: 'standalone' })
  // Only an application that names itself can be found by `getInstalledRelatedApps`.
  expect(manifest.related_applications).toEqual([
    { platform: 'webapp', url: `${app.origin}/manifest.webmanifest`, id: `${app.origin}/` },
  ])
  expect(manifest.name).toContain('Лучший магазин')
  expect(manifest.short_name.length).toBeLessThanOrEqual(12)
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url.split('?')[0])).toEqual([
    '/qr',
    '/coupons',
    '/stores',
  ])
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
  expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']))
  const pictures: Picture[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: Picture[] }) => icons),
  ]
  for (const { src, sizes } of pictures) {
    expect((await visitor.get(src)).status).toBe(200)
    // Width and height stand at a fixed place of every PNG.
    const bytes = readFileSync(`build/brand${src}`)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(await (await visitor.get('/')).text()).toContain('rel="manifest"')
})

test('the worker is asked for anew each time and keeps only files that are there', async () => {
  const visitor = createVisitor(app.origin)
  const answer = await visitor.get('/sw.js')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toMatch('text/javascript')
  const worker = await answer.text()
  const kept = [...worker.matchAll(/"(\/(?:assets|fonts)\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(kept.length).toBeGreaterThan(10)
  for (const path of kept) expect((await visitor.get(path)).status, path).toBe(200)
})

test('an operator can serve a worker that removes itself', async () => {
  const killing = await startApp(NOBODY, { WORKER_KILL: '1' })
  try {
    const answer = await createVisitor(killing.origin).get('/sw.js?1')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toContain('unregister')
  } finally {
    await killing.stop()
  }
})

/** What the script adds to every page: the rest is its screens' own. */
const everywhere = [
  'framework/link-navigation',
  'framework/navigation-focus',
  'install/install-banner',
  'platform/report-error',
  'shell/flash-toast',
  'shell/pull-to-refresh',
  'shell/start',
  'ui/toaster',
]

test('the shared client layer weighs less than 12 kB on top of React and Remix', async () => {
  const joins = ['app/entry.client.tsx', 'app/root.tsx'].concat(
    readdirSync('app/shell')
      .filter((file) => file.endsWith('-layout.tsx') || file === 'shell.tsx')
      .map((file) => `app/shell/${file}`),
  )
  const texts = joins.map((file) => readFileSync(file, 'utf8')).join('\n')
  for (const part of everywhere) expect(texts).toContain(`/${part.split('/')[1]}'`)
  const { outputFiles } = await build({
    stdin: {
      contents: everywhere.map((part) => `export * from './app/${part}'`).join('\n'),
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    outdir: 'unused',
    jsx: 'automatic',
    target: 'es2020',
    external: ['react', 'react/jsx-runtime', '@remix-run/react', '~/ui/*', '/assets/*', 'leaflet*'],
  })
  const sizes = outputFiles.map(({ contents }) => gzipSync(contents, { level: 9 }).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  // It is all there, or the figure would say nothing.
  expect(total).toBeGreaterThan(5000)
  expect(total).toBeLessThan(LARGEST_CLIENT_LAYER_BYTES)
  const worker = gzipSync(readFileSync('build/client/sw.js'), { level: 9 }).length
  expect(worker).toBeLessThan(LARGEST_WORKER_BYTES)
})
