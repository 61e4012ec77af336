import { expect, test, vi } from 'vitest'

import { watchPrefetch } from './prefetch'

test('9.13: prefetches the files of four other screens at a time, each screen once, and none with data saving', async () => {
  const paths = ['/profile', '/a', '/b', '/a', '/c', '/d', '/e', '/f']
  const files = new Map(
    paths.map((path) => [
      path,
      { module: `${path}.js`, imports: path === '/f' ? ['/shared.js'] : [] },
    ]),
  )
  class Link {
    constructor(
      readonly pathname: string,
      readonly origin = 'https://april.example',
    ) {}
    closest = () => this
  }
  const listeners = new Map<string, (event: object) => void>()
  const links: { href: string; onload: () => void }[] = []
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('location', new URL('https://april.example/profile'))
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next))
  vi.stubGlobal('window', {
    __remixRouter: { routes: [...files.keys()].map((path) => ({ id: path, path })) },
    __remixManifest: { routes: Object.fromEntries(files) },
  })
  vi.stubGlobal('document', {
    addEventListener: (name: string, listener: never) => listeners.set(name, listener),
    querySelector: () => null,
    createElement: () => ({}),
    head: { append: (link: never) => links.push(link) },
  })
  const fetched = () => links.map(({ href }) => href)

  watchPrefetch()
  expect(listeners.size).toBe(0)
  vi.stubGlobal('navigator', {})
  watchPrefetch()
  listeners.get('touchstart')?.({ target: new Link('/f', 'https://elsewhere.example') })
  for (const path of paths) listeners.get('touchstart')?.({ target: new Link(path) })
  await expect.poll(fetched).toEqual(['/a.js', '/b.js', '/c.js', '/d.js'])
  links[0]?.onload()
  await expect.poll(fetched).toEqual(['/a.js', '/b.js', '/c.js', '/d.js', '/e.js'])
  for (const link of links) link.onload()
  // Nothing may still need the browser when it goes.
  await expect
    .poll(fetched)
    .toEqual(['/a.js', '/b.js', '/c.js', '/d.js', '/e.js', '/f.js', '/shared.js'])
  for (const link of links) link.onload()
  vi.unstubAllGlobals()
})
