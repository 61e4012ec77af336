import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

import { describe, expect, test } from 'vitest'

import { createBodyReader, MAX_BODY_BYTES, type Body } from './body'

const ALL = 800
const SHARE = ALL / 8

let read: ReturnType<typeof createBodyReader>
let held: number

/** Sends the first bytes of a body and starts to read it; the stream stays open. */
function send(address: string, bytes: number) {
  const stream = new PassThrough()
  stream.write(Buffer.alloc(bytes))
  const headers = { 'transfer-encoding': 'chunked' }
  const request = Object.assign(stream, { method: 'POST', headers })
  const body = read(request as unknown as IncomingMessage, ALL, address)
  return { stream, body }
}

async function sendWhole(address: string, bytes: number): Promise<Body | number> {
  const { stream, body } = send(address, bytes)
  stream.end()
  return body
}

function begin(): void {
  held = 0
  read = createBodyReader(ALL, (bytes) => (held = bytes))
}

describe('the memory for request bodies of one address', () => {
  test('is an eighth of the whole; further bodies are refused for this address alone', async () => {
    begin()
    expect(await sendWhole('192.0.2.1', SHARE)).toMatchObject({ bytes: { length: SHARE } })
    expect(await sendWhole('192.0.2.1', 1)).toBe(503)
    expect(await sendWhole('192.0.2.2', SHARE)).toMatchObject({ bytes: { length: SHARE } })
    expect(held).toBe(2 * SHARE)
  })

  test.each(['released', 'too large', 'refused for lack of memory', 'aborted'])(
    'is released when a body ends as «%s»',
    async (way) => {
      begin()
      const address = '192.0.2.1'
      if (way === 'released') {
        const body = await sendWhole(address, SHARE)
        if (typeof body !== 'number') body.release()
      }
      if (way === 'too large') {
        const { stream, body } = send(address, SHARE)
        stream.write(Buffer.alloc(ALL))
        expect(await body).toBe(413)
      }
      if (way === 'refused for lack of memory') {
        const { stream, body } = send(address, SHARE)
        stream.write(Buffer.alloc(1))
        expect(await body).toBe(503)
      }
      if (way === 'aborted') {
        const { stream, body } = send(address, SHARE)
        stream.destroy(new Error('gone'))
        await expect(body).rejects.toThrow('gone')
      }
      expect(held).toBe(0)
      expect(await sendWhole(address, SHARE)).toMatchObject({ bytes: { length: SHARE } })
    },
  )

  test('counts for wider IPv6 networks too: a /48 may hold half of the memory', async () => {
    begin()
    const fill = (network: string) => sendWhole(`2001:db8:1:${network}::/64`, SHARE)
    const filled = ['0', '1', '100', '101', '200', '300'].map(fill)
    const refused = (await Promise.all(filled)).map((body) => body === 503)
    // Each /56 may hold two shares and the /48 four, so the last two bodies are refused.
    expect(refused).toEqual([false, false, false, false, true, true])
    expect(await sendWhole('2001:db8:2::/64', SHARE)).not.toBe(503)
  })

  test.each([8, 20, 60])('is available while %d others use their whole share', async (others) => {
    begin()
    const part = 4
    // The addresses send small bodies in turn until each of them is refused more memory.
    for (let round = 0; round < SHARE / part; round++)
      for (let number = 1; number <= others; number++) await sendWhole(`192.0.2.${number}`, part)
    expect(held).toBeLessThan(ALL)
    expect(await sendWhole('198.51.100.1', part)).not.toBe(503)
  })

  test('leaves room for small bodies of its neighbours, such as those of sign-in', async () => {
    held = 0
    read = createBodyReader(MAX_BODY_BYTES, (bytes) => (held = bytes))
    while (held < MAX_BODY_BYTES / 8) await sendWhole('192.0.2.1', ALL)
    const before = held
    expect(await sendWhole('192.0.2.1', ALL)).not.toBe(503)
    expect(held).toBe(before + ALL)
    while (held + ALL <= MAX_BODY_BYTES / 2) await sendWhole('192.0.2.1', ALL)
    expect(await sendWhole('192.0.2.1', ALL)).toBe(503)
    expect(await sendWhole('192.0.2.2', ALL)).not.toBe(503)
  })

  test('never exceeds the whole memory for bodies', async () => {
    begin()
    for (let number = 1; number <= 2 * ALL; number++) await sendWhole(`${number}`, 1)
    expect(held).toBeLessThanOrEqual(ALL)
  })
})
