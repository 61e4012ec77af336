import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

import { createLiveFiles } from './live-file.server'

let path: string
let version = 0
const onError = vi.fn()
const parse = vi.fn((text: string) => JSON.parse(text) as number)

/** Writes the file with a new time of modification. */
function write(text: string | Buffer) {
  writeFileSync(path, text)
  version += 1
  utimesSync(path, version, version)
}

function open(options: { checkEveryMs?: number; now?: () => number } = {}) {
  const files = createLiveFiles<{ file: number }>({
    sources: { file: { path, parse, maxBytes: 20 } },
    onError,
    checkEveryMs: 0,
    ...options,
  })
  return { get: async () => (await files.get()).file, states: files.states }
}

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'live-')), 'file.json')
  onError.mockClear()
  parse.mockClear()
})

test('parses a file once, and again after a change', async () => {
  write('1')
  const file = open()
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(1)
  expect(parse).toHaveBeenCalledTimes(1)
  write('2')
  expect(await file.get()).toBe(2)
})

test('reports an invalid version once and keeps the last valid one', async () => {
  write('1')
  const file = open()
  await file.get()
  write('{')
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(1)
  expect(onError).toHaveBeenCalledTimes(1)
  write('3')
  expect(await file.get()).toBe(3)
})

test('loads a file that appears later, and keeps its contents when it disappears', async () => {
  const file = open()
  expect(await file.get()).toBeNull()
  expect(await file.get()).toBeNull()
  expect(onError).toHaveBeenCalledTimes(1)
  write('1')
  expect(await file.get()).toBe(1)
  rmSync(path)
  // The file may be replaced at this moment; only the second miss means that it is gone.
  expect(await file.get()).toBe(1)
  expect(onError).toHaveBeenCalledTimes(1)
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(1)
  expect(onError).toHaveBeenCalledTimes(2)
  expect(file.states()).toMatchObject([{ state: 'bad', fault: Error('has gone') }])
  write('2')
  expect(await file.get()).toBe(2)
  expect(file.states()).toMatchObject([{ state: 'good', fault: null }])
})

test('forgets the error of an invalid file that disappears and was never loaded', async () => {
  write('{')
  const file = open()
  expect(await file.get()).toBeNull()
  rmSync(path)
  await file.get()
  await file.get()
  expect(file.states()).toMatchObject([{ state: 'absent', fault: null }])
})

test('keeps the contents when a folder disappears with all its files', async () => {
  write('1')
  const file = open()
  await file.get()
  rmSync(join(path, '..'), { recursive: true })
  await file.get()
  await file.get()
  expect(await file.get()).toBe(1)
  expect(file.states()).toMatchObject([{ state: 'bad' }])
})

test('checks the disk at most once a second', async () => {
  let now = 0
  write('1')
  const file = open({ checkEveryMs: 1000, now: () => now })
  expect(await file.get()).toBe(1)
  write('2')
  now = 999
  expect(await file.get()).toBe(1)
  now = 1000
  expect(await file.get()).toBe(2)
})

test('loads a version although the clock was set back', async () => {
  let now = 3_600_000
  write('1')
  const file = open({ checkEveryMs: 1000, now: () => now })
  expect(await file.get()).toBe(1)
  write('2')
  now = 0
  expect(await file.get()).toBe(2)
})

test('makes parallel readers wait for the same read', async () => {
  write('1')
  const file = open({ checkEveryMs: 1000 })
  expect(await Promise.all([file.get(), file.get()])).toEqual([1, 1])
  expect(parse).toHaveBeenCalledTimes(1)
})

test('loads a recently changed file when the next check finds it unchanged', async () => {
  write('1')
  const file = open()
  expect(await file.get()).toBe(1)
  writeFileSync(path, '2')
  expect(await file.get()).toBe(1)
  writeFileSync(path, '34')
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(34)
  expect(onError).not.toHaveBeenCalled()
})

test('refuses a file that is too large without reading it', async () => {
  write('1')
  const file = open()
  await file.get()
  write('1'.repeat(21))
  expect(await file.get()).toBe(1)
  expect(parse).toHaveBeenCalledTimes(1)
  expect(file.states()).toMatchObject([{ state: 'bad', fault: Error('is larger than 20 bytes') }])
})

test('removes a byte order mark', async () => {
  write('\uFEFF1')
  expect(await open().get()).toBe(1)
})

test.each([
  ['UTF-16', Buffer.from('\uFEFF1', 'utf16le')],
  ['Windows-1251', Buffer.from([0x22, 0xc7, 0xe2, 0xb8, 0xe7, 0xe4, 0xfb, 0x22])],
])('refuses a file in %s, because its letters would be garbled', async (_, bytes) => {
  write('1')
  const file = open()
  await file.get()
  write(bytes)
  expect(await file.get()).toBe(1)
  expect(file.states()).toMatchObject([{ state: 'bad', fault: Error('is not in UTF-8') }])
})

test('refuses a pipe without a writer instead of waiting for it', async () => {
  execFileSync('mkfifo', [path])
  utimesSync(path, 1, 1)
  const file = open()
  expect(await file.get()).toBeNull()
  expect(file.states()).toMatchObject([{ state: 'bad', fault: Error('is no file') }])
})

test('never mixes the versions of two files that a symbolic link swaps at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const put = (version: number) => {
    const versionFolder = join(folder, `v${version}`)
    mkdirSync(versionFolder)
    for (const name of ['one', 'two']) {
      writeFileSync(join(versionFolder, name), String(version))
      utimesSync(join(versionFolder, name), 1000 + version, 1000 + version)
    }
    // Like a ConfigMap: a symbolic link that is renamed.
    symlinkSync(versionFolder, join(folder, 'next'))
    renameSync(join(folder, 'next'), join(folder, 'data'))
  }
  put(1)
  const swapped = vi.fn((text: string) => Number(text))
  const source = (name: string) => ({ path: join(folder, 'data', name), parse: swapped })
  const files = createLiveFiles<{ one: number; two: number }>({
    sources: { one: source('one'), two: source('two') },
    onError,
    checkEveryMs: 0,
  })
  const seen: unknown[] = []
  for (let version = 2; version < 40; version++) {
    const looking = files.get()
    put(version)
    seen.push(await looking, await files.get())
  }
  for (const { one, two } of seen as { one: number | null; two: number | null }[])
    expect(one).toBe(two)
  expect(seen.at(-1)).toEqual({ one: 39, two: 39 })
  expect(onError).not.toHaveBeenCalled()
})

test('loads two changed files in one step, and one of them alone while the other is still being edited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const names = ['one', 'two'] as const
  const put = (text: string, touchedMsAgo: readonly [number, number]) =>
    names.forEach((name, at) => {
      const touched = (Date.now() - touchedMsAgo[at]!) / 1000
      writeFileSync(join(folder, name), text)
      utimesSync(join(folder, name), touched, touched)
    })
  put('1', [9000, 9000])
  const source = (name: string) => ({ path: join(folder, name), parse: Number })
  const files = createLiveFiles<{ one: number; two: number }>({
    sources: { one: source('one'), two: source('two') },
    onError,
    checkEveryMs: 0,
  })
  expect(await files.get()).toEqual({ one: 1, two: 1 })
  put('2', [600, 200])
  expect(await files.get()).toEqual({ one: 1, two: 1 })
  expect(await files.get()).toEqual({ one: 2, two: 2 })
  // A file under constant edits does not block others.
  put('3', [5000, 100])
  expect(await files.get()).toEqual({ one: 3, two: 2 })
})
