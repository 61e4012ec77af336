import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor } from '../support/visitor'

const CLOSED_ADDRESS = 'http://127.0.0.1:9'

const app = untilEnd(await startApp(CLOSED_ADDRESS, { BRAND_NAME: 'Лучший магазин' }))

interface Picture {
  src: string
  sizes: string
}

test('the manifest names the operator’s shop and only pictures that are there', async () => {
  const visitor = createVisitor(app.origin)
  const response = await visitor.get('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/?source=pwa', display: 'standalone' })
  // `getInstalledRelatedApps` needs an application that names itself.
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
    // Width and height are at a fixed offset of every PNG.
    const bytes = readFileSync(`build/brand${src}`)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(await (await visitor.get('/')).text()).toContain('rel="manifest"')
})

test('the worker is revalidated before each use, and lists only existing files for its cache', async () => {
  const visitor = createVisitor(app.origin)
  const response = await visitor.get('/sw.js')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toMatch('text/javascript')
  const worker = await response.text()
  const precached = [...worker.matchAll(/"(\/(?:assets|fonts)\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  expect(precached.length).toBeGreaterThan(10)
  for (const path of precached) expect((await visitor.get(path)).status, path).toBe(200)
})
