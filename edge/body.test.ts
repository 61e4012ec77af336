import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

import { describe, expect, test } from 'vitest'

import { createBodyReader } from './body'
import { isEnding, type CountedVisit } from './visit'

const ALL = 32 * 1024 * 1024
const SHARE = ALL / 8
const SMALL = 800

let read: ReturnType<typeof createBodyReader>
let held: number

/** Sends the first bytes of a body and starts to read it; the stream stays open. */
function send(address: string, bytes: number, sessionId: string | null = null) {
  const stream = new PassThrough()
  stream.write(Buffer.alloc(bytes))
  const request = Object.assign(stream, {
    ...{ method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
  }) as unknown as IncomingMessage
  const releases: (() => void)[] = []
  const bodyPolicy = { largestBytes: ALL }
  const visit = { request, address, sessionId, bodyPolicy, releases } as unknown as CountedVisit
  return { stream, releases, result: read(visit) }
}

/** Sends a whole body; the status of its refusal, or null. */
async function sendWhole(...[address, bytes, sessionId]: Parameters<typeof send>) {
  const { stream, result } = send(address, bytes, sessionId)
  stream.end()
  return getStatus(await result)
}

function getStatus(result: Awaited<ReturnType<typeof read>>) {
  if (!isEnding(result)) return null
  return result === 413 ? result : result.status
}

function begin(): void {
  held = 0
  read = createBodyReader((bytes) => (held = bytes))
}

describe('the memory for request bodies of one address', () => {
  test('is an eighth of the whole; further bodies are refused for this address alone', async () => {
    begin()
    expect(await sendWhole('192.0.2.1', SHARE)).toBeNull()
    expect(await sendWhole('192.0.2.1', 8192)).toBe(503)
    expect(await sendWhole('192.0.2.2', SHARE)).toBeNull()
    expect(await sendWhole('192.0.2.1', SHARE, 'a session')).toBeNull()
    expect(held).toBe(3 * SHARE)
  })

  test.each<[string, (sent: ReturnType<typeof send>) => unknown, unknown]>([
    ['released', ({ stream }) => stream.end(), null],
    ['too large', ({ stream }) => stream.write(Buffer.alloc(ALL)), 413],
    ['refused for lack of memory', ({ stream }) => stream.write(Buffer.alloc(1)), 503],
    ['aborted', ({ stream }) => stream.destroy(new Error('gone')), 'gone'],
  ])('is released when a body ends as «%s»', async (_, end, expected) => {
    begin()
    const sent = send('192.0.2.1', SHARE)
    end(sent)
    const ended = await sent.result.then(getStatus, ({ message }: Error) => message)
    expect(ended).toBe(expected)
    if (ended === null) for (const release of sent.releases) release()
    expect(held).toBe(0)
    expect(await sendWhole('192.0.2.1', SHARE)).toBeNull()
  })

  test.each([8, 20, 60])('is available while %d others use their whole share', async (others) => {
    begin()
    const part = SHARE / 25
    // The addresses send small bodies in turn until each of them is refused more memory.
    for (let round = 0; round < SHARE / part; round++)
      for (let number = 1; number <= others; number++) await sendWhole(`192.0.2.${number}`, part)
    expect(held).toBeLessThan(ALL)
    expect(await sendWhole('198.51.100.1', part)).toBeNull()
  })

  test('leaves room for small bodies of its neighbours, such as those of sign-in', async () => {
    begin()
    await sendWhole('192.0.2.1', SHARE)
    expect(await sendWhole('192.0.2.1', SMALL)).toBeNull()
    expect(held).toBe(SHARE + SMALL)
    while (held + SMALL <= ALL / 2) await sendWhole('192.0.2.1', SMALL)
    expect(await sendWhole('192.0.2.1', SMALL)).toBe(503)
    expect(await sendWhole('192.0.2.2', SMALL)).toBeNull()
  })
})
