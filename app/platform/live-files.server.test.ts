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

import { errorReports } from './error-reports.server'
import { liveFiles, type FileSource } from './live-files.server'
import { log } from './log.server'

let path: string
let version = 0
const parse = vi.fn((text: string) => JSON.parse(text) as number)

let tests = 0
/** Adds a file of this test; no setting names those of earlier tests. */
function add(source: FileSource<number>) {
  const own = tests
  return liveFiles.add({ ...source, path: () => (own === tests ? source.path() : undefined) })
}

/** Writes the file with a new time of modification. */
function write(text: string | Buffer) {
  writeFileSync(path, text)
  version += 1
  utimesSync(path, version, version)
}

/** The file after so many checks; a changed version is loaded at the second one. */
function open(whenBad?: { value: number; message: string }) {
  const value = add({ name: 'file', path: () => path, parse, maxBytes: 20, whenBad })
  return {
    async get(checks = 2) {
      for (let check = 0; check < checks; check += 1) await liveFiles.check()
      return value()
    },
    states: () => liveFiles.states(),
  }
}

beforeEach(() => {
  tests += 1
  path = join(mkdtempSync(join(tmpdir(), 'live-')), 'file.json')
  parse.mockClear()
})

test('parses a file once, and again after a change', async () => {
  write('1')
  const file = open()
  expect(await file.get()).toBe(1)
  const { generation } = liveFiles
  expect(await file.get()).toBe(1)
  expect(parse).toHaveBeenCalledTimes(1)
  expect(liveFiles.generation).toBe(generation)
  write('2')
  expect(await file.get()).toBe(2)
  expect(liveFiles.generation).toBe(generation + 1)
})

test.each([
  ['is not JSON', '{', 2],
  ['is larger than 20 bytes', '1'.repeat(21), 1],
  ['is not in UTF-8', Buffer.from('\uFEFF1', 'utf16le'), 1],
  ['is not in UTF-8', Buffer.from([0x22, 0xc7, 0xe2, 0xb8, 0xe7, 0xe4, 0xfb, 0x22]), 1],
])(
  '8.15: refuses once a version that %s, and keeps the last valid one',
  async (error, text, parsed) => {
    write('1')
    const file = open()
    await file.get()
    write(text)
    expect(await file.get(4)).toBe(1)
    expect(parse).toHaveBeenCalledTimes(parsed)
    expect(file.states()).toMatchObject([{ state: 'bad', error }])
    write('3')
    expect(await file.get()).toBe(3)
  },
)

test('puts the value for a bad file in force only while no version was ever good', async () => {
  const file = open({ value: 7, message: 'seven' })
  expect(await file.get()).toBeNull()
  write('{')
  expect(await file.get()).toBe(7)
  write('1')
  expect(await file.get()).toBe(1)
  write('{')
  expect(await file.get()).toBe(1)
})

test('8.15: loads a file that appears later, and keeps its contents when it disappears', async () => {
  const file = open()
  expect(await file.get()).toBeNull()
  write('1')
  expect(await file.get()).toBe(1)
  rmSync(path)
  // The file may be replaced at this moment; only the second miss means that it is gone.
  expect(await file.get(1)).toBe(1)
  expect(file.states()).toMatchObject([{ state: 'good' }])
  expect(await file.get(2)).toBe(1)
  expect(file.states()).toMatchObject([{ state: 'bad', error: 'has gone' }])
  write('2')
  expect(await file.get()).toBe(2)
  expect(file.states()).toMatchObject([{ state: 'good', error: null }])
})

test('forgets the error of an invalid file that disappears and was never loaded', async () => {
  write('{')
  const file = open()
  expect(await file.get()).toBeNull()
  rmSync(path)
  await file.get()
  await file.get()
  expect(file.states()).toMatchObject([{ state: 'absent', error: null }])
})

test('reads a file of this moment at the first check', async () => {
  writeFileSync(path, '1')
  expect(await open().get(1)).toBe(1)
})

test('loads a changed file when the next check finds it unchanged', async () => {
  write('1')
  const file = open()
  await file.get()
  writeFileSync(path, '2')
  expect(await file.get(1)).toBe(1)
  writeFileSync(path, '34')
  expect(await file.get(1)).toBe(1)
  expect(await file.get(1)).toBe(34)
})

test('drops a version that changes while it is read', async () => {
  write('1')
  parse.mockImplementationOnce(() => {
    write('2')
    return 1
  })
  const file = open()
  expect(await file.get(1)).toBeNull()
  expect(await file.get()).toBe(2)
})

test('removes a byte order mark', async () => {
  write('\uFEFF1')
  expect(await open().get()).toBe(1)
})

test('refuses a pipe without a writer instead of waiting for it', async () => {
  execFileSync('mkfifo', [path])
  utimesSync(path, 1, 1)
  const file = open()
  expect(await file.get()).toBeNull()
  expect(file.states()).toMatchObject([{ state: 'bad', error: 'is no file' }])
})

const parseNumber = vi.fn((text: string) => Number(text))
function openTwo(folder: string) {
  const [one, two] = ['one', 'two'].map((name) =>
    add({ name, path: () => join(folder, name), parse: parseNumber }),
  )
  return async () => {
    await liveFiles.check()
    return { one: one?.(), two: two?.() }
  }
}

test('never mixes the versions of two files that a symbolic link swaps at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const put = (version: number) => {
    const versionFolder = join(folder, `v${version}`)
    mkdirSync(versionFolder)
    for (const name of ['one', 'two']) writeFileSync(join(versionFolder, name), String(version))
    // Like a ConfigMap: a symbolic link that is renamed.
    symlinkSync(versionFolder, join(folder, 'next'))
    renameSync(join(folder, 'next'), join(folder, 'data'))
  }
  put(1)
  const check = openTwo(join(folder, 'data'))
  const seen: { one?: number | null; two?: number | null }[] = []
  for (let version = 2; version < 40; version++) {
    const checking = check()
    put(version)
    seen.push(await checking, await check(), await check())
  }
  for (const { one, two } of seen) expect(one).toBe(two)
  expect(seen.at(-1)).toEqual({ one: 39, two: 39 })
})

test('loads two changed files in one step, and one of them alone while the other is still being edited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  let edits = 0
  const put = (name: 'one' | 'two', text: string) => {
    writeFileSync(join(folder, name), text)
    edits += 1
    utimesSync(join(folder, name), edits, edits)
  }
  put('one', '1')
  put('two', '1')
  const check = openTwo(folder)
  expect(await check()).toEqual({ one: 1, two: 1 })
  put('one', '2')
  expect(await check()).toEqual({ one: 1, two: 1 })
  put('two', '2')
  expect(await check()).toEqual({ one: 1, two: 1 })
  expect(await check()).toEqual({ one: 2, two: 2 })
  // A file under constant edits does not block others.
  put('one', '3')
  for (let checks = 0; checks < 6; checks += 1) {
    put('two', '3')
    await check()
  }
  put('two', '3')
  expect(await check()).toEqual({ one: 3, two: 2 })
})

test('8.15: logs and reports a bad file, and logs the absence of a file only when the operator has named it', async () => {
  const error = vi.spyOn(log, 'error')
  const report = vi.spyOn(errorReports, 'report')
  for (const isExpected of [true, false])
    add({ name: `expected ${isExpected}`, path: () => path, parse, isExpected })
  await liveFiles.open(async () => undefined)
  expect(error.mock.calls).toEqual([
    [{ file: 'expected true' }, 'a file of the operator is absent'],
  ])
  expect(report).not.toHaveBeenCalled()
  write('{')
  for (let check = 0; check < 2; check += 1) await liveFiles.check()
  expect(report).toHaveBeenCalledWith(new Error('expected true: is not JSON'), { where: 'files' })
  expect(error).toHaveBeenCalledWith(
    { file: 'expected true', message: 'is not JSON' },
    'a file of the operator is bad; ours stands in',
  )
})
