import { expect, test } from 'vitest'

import { drawTile } from './data/tiles'
import { tilesUrl } from './handlers/tiles'
import { startSandbox } from './server'

test('a map tile is a small drawing, the same at every call and different from its neighbour', () => {
  const tile = drawTile('12', '2475', '1280')
  expect(tile).toMatch(/^<svg [^>]*width="256" height="256"/)
  expect(tile!.length).toBeLessThan(3000)
  expect(drawTile('12', '2475', '1280')).toBe(tile)
  expect(drawTile('12', '2476', '1280')).not.toBe(tile)
})

test.each([
  ['20', '0', '0'],
  ['-1', '0', '0'],
  ['1', '2', '0'],
  ['1', '0', '2'],
  ['1', '1e0', '0'],
  ['9'.repeat(400), '0', '0'],
  ['x', '0', '0'],
])('there is no tile %s/%s/%s', (z, x, y) => expect(drawTile(z, x, y)).toBeNull())

test('tiles are served at the address of the demo', async () => {
  const sandbox = await startSandbox({ port: 0 })
  try {
    const at = (z: number, x: number, y: number) =>
      fetch(
        tilesUrl(sandbox.url).replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
        { headers: { Referer: 'https://april.example/' } },
      )
    const tile = await at(3, 4, 2)
    expect(tile.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(await tile.text()).toBe(drawTile('3', '4', '2'))
    expect((await at(3, 8, 2)).status).toBe(404)
  } finally {
    await sandbox.close()
  }
})
