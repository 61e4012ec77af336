import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

import { createLiveFile } from './live-file.server'

let path: string
let version = 0
const onFault = vi.fn()
const parse = vi.fn((text: string) => JSON.parse(text) as number)

/** Writes the file as if a second had passed since the last time. */
function write(text: string) {
  writeFileSync(path, text)
  version += 1
  utimesSync(path, version, version)
}

function open(options: { checkEveryMs?: number; now?: () => number } = {}) {
  return createLiveFile({ path, parse, onFault, checkEveryMs: 0, ...options })
}

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'live-')), 'file.json')
  onFault.mockClear()
  parse.mockClear()
})

test('a file is parsed once, and again when it has changed', async () => {
  write('1')
  const file = open()
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(1)
  expect(parse).toHaveBeenCalledTimes(1)
  write('2')
  expect(await file.get()).toBe(2)
})

test('a bad version is reported once and the last good one kept', async () => {
  write('1')
  const file = open()
  await file.get()
  write('{')
  expect(await file.get()).toBe(1)
  expect(await file.get()).toBe(1)
  expect(onFault).toHaveBeenCalledTimes(1)
  write('3')
  expect(await file.get()).toBe(3)
})

test('a file that is not there yet is found when it comes, and its going is noticed', async () => {
  const file = open()
  expect(await file.get()).toBeNull()
  expect(await file.get()).toBeNull()
  expect(onFault).toHaveBeenCalledTimes(1)
  write('1')
  expect(await file.get()).toBe(1)
  rmSync(path)
  expect(await file.get()).toBeNull()
  expect(onFault).toHaveBeenCalledTimes(2)
})

test('the disk is asked at most once a second', async () => {
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

test('visitors who come while the file is being read wait for it', async () => {
  write('1')
  const file = open({ checkEveryMs: 1000 })
  expect(await Promise.all([file.get(), file.get()])).toEqual([1, 1])
  expect(parse).toHaveBeenCalledTimes(1)
})
