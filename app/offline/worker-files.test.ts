import { beforeEach, expect, test, vi } from 'vitest'

const caught = { match: vi.fn(), put: vi.fn(async () => undefined) }
const claim = vi.fn(async () => undefined)
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('BUILD_ID', 'b')
  vi.stubGlobal('PRECACHED', ['/assets/icons-AbCdEf12.svg'])
  vi.stubGlobal('BRAND', { id: 'x', files: ['/icon-192.png'] })
  vi.stubGlobal('clients', { claim })
  return () => vi.unstubAllGlobals()
})

test('the shell is fetched past the browser’s cache, but for files with a hash in their names', async () => {
  const added: [path: string, cache: string | null][] = []
  vi.stubGlobal(
    'Request',
    class {
      constructor(
        readonly url: string,
        readonly init: RequestInit,
      ) {}
    },
  )
  const add = async (file: string | { url: string; init: RequestInit }) =>
    void added.push(typeof file === 'string' ? [file, null] : [file.url, file.init.cache ?? null])
  vi.stubGlobal('caches', { open: async () => ({ add }) })
  const { keepShell } = await import('./worker-files')
  await keepShell()
  expect(added).toEqual([
    ['/assets/icons-AbCdEf12.svg', null],
    ['/icon-192.png', 'reload'],
  ])
})

test.each([
  ['Chrome/132.0', 'enable'],
  ['Firefox/134.0', 'disable'],
])(
  '3.30, 3.34: a new worker deletes the files of earlier builds, keeps card and push key, and in %s calls preload.%s',
  async (userAgent, called) => {
    const { CARD_CACHE, PUSH_CACHE } = await import('~/domain/storage-keys')
    const deleted: string[] = []
    const calls: string[] = []
    vi.stubGlobal('caches', {
      keys: async () => ['v1_files-a-x', 'v1_files-b-x', CARD_CACHE, PUSH_CACHE],
      delete: async (name: string) => deleted.push(name),
    })
    vi.stubGlobal('navigator', { userAgent })
    const navigationPreload = {
      enable: async () => calls.push('enable'),
      disable: async () => calls.push('disable'),
    }
    vi.stubGlobal('registration', { navigationPreload })
    const { takeOver } = await import('./worker-files')
    await takeOver()
    expect([deleted, calls]).toEqual([['v1_files-a-x'], [called]])
    expect(claim).toHaveBeenCalled()
  },
)

test.each([
  ['nothing cached', undefined, 'basic', 200, 1, 1],
  ['a cached file', new Response('cached'), 'basic', 200, 0, 0],
  ['an answer of another site', undefined, 'opaque', 200, 1, 0],
  ['an error', undefined, 'basic', 503, 1, 0],
])('with %s a file of the shell is fetched and stored as needed', async (...row) => {
  const [, cached, type, status, fetches, puts] = row
  caught.match.mockReset().mockResolvedValue(cached)
  caught.put.mockClear()
  vi.stubGlobal('caches', { open: async () => caught })
  const ask = vi.fn(async () => ({ status, type, clone: () => 'its copy' }))
  vi.stubGlobal('fetch', ask)
  const { answerWithFile } = await import('./worker-files')
  await answerWithFile({ request: {}, waitUntil: () => undefined } as never)
  expect([ask.mock.calls.length, caught.put.mock.calls.length]).toEqual([fetches, puts])
})

test('only files of this site are served from the cache', async () => {
  vi.stubGlobal('location', new URL('https://april.example/sw.js'))
  const { isCachedFile } = await import('./worker-files')
  const isCached = (address: string) => isCachedFile(new URL(address, 'https://april.example'))
  expect(['/icon-192.png', '/assets/x-AbCdEf12.js'].map(isCached)).toEqual([true, true])
  expect(['/today', 'https://evil.example/icon-192.png'].map(isCached)).toEqual([false, false])
})
