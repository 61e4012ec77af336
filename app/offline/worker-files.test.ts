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
