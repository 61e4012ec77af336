import { expect, test, vi } from 'vitest'

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
  vi.stubGlobal('BUILD_ID', 'b')
  vi.stubGlobal('PRECACHED', ['/assets/icons-AbCdEf12.svg'])
  vi.stubGlobal('BRAND', { id: 'x', files: ['/icon-192.png'] })
  const { keepShell } = await import('./worker-files')
  await keepShell()
  expect(added).toEqual([
    ['/assets/icons-AbCdEf12.svg', null],
    ['/icon-192.png', 'reload'],
  ])
  vi.unstubAllGlobals()
})

test('a new worker deletes the files of earlier builds, and keeps card and push key', async () => {
  vi.resetModules()
  const { CARD_CACHE, PUSH_CACHE } = await import('~/lib/storage-keys')
  const deleted: string[] = []
  vi.stubGlobal('BUILD_ID', 'b')
  vi.stubGlobal('PRECACHED', [])
  vi.stubGlobal('BRAND', { id: 'x', files: [] })
  vi.stubGlobal('caches', {
    keys: async () => ['v1_files-a-x', 'v1_files-b-x', CARD_CACHE, PUSH_CACHE],
    delete: async (name: string) => deleted.push(name),
  })
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('registration', {})
  vi.stubGlobal('clients', { claim: async () => undefined })
  const { takeOver } = await import('./worker-files')
  await takeOver()
  expect(deleted).toEqual(['v1_files-a-x'])
  vi.unstubAllGlobals()
})
