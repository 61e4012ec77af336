import { setTimeout as sleep } from 'node:timers/promises'

import { Pool } from 'undici'

export interface Load {
  origin: string
  path: string
  /** Headers of one visitor, or of several in turn. */
  headers?: Record<string, string> | readonly Record<string, string>[]
  /** Each sends again after its response. */
  connections: number
  seconds: number
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from the request to the last byte. */
  p50: number
  p95: number
  p99: number
}

const WARM_UP_SECONDS = 1

/** Headers of a shopper's phone. */
export const getHeaders = (cookies: Iterable<readonly [string, string]>) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0 Mobile Safari',
})

/**
 * Requests one page repeatedly over keep-alive connections.
 * @throws Error when a response is not 200
 */
export async function measure(load: Load): Promise<LoadResult> {
  await run({ ...load, seconds: WARM_UP_SECONDS })
  const times = (await run(load)).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return {
    requestsPerSecond: times.length / load.seconds,
    p50: at(0.5) ?? NaN,
    p95: at(0.95) ?? NaN,
    p99: at(0.99) ?? NaN,
  }
}

/**
 * Requests a number of pages for each visitor in turn, as fast as possible or at a given rate.
 * @returns milliseconds of each from the request to the last byte, in order of the responses
 * @throws Error when a response is not 200
 */
export async function run({
  origin,
  path,
  headers = {},
  connections,
  seconds,
  pages = Infinity,
  rate = Infinity,
}: Load & { pages?: number; rate?: number }): Promise<number[]> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const began = performance.now()
  const end = began + seconds * 1000
  const times: number[] = []
  const visitors = [headers].flat()
  let next = 0
  const ask = async () => {
    while (performance.now() < end && next < pages) {
      next += 1
      const turn = next
      const early = began + (turn / rate) * 1000 - performance.now()
      if (early > 0) await sleep(early)
      const started = performance.now()
      const own = visitors[turn % visitors.length] ?? {}
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: own })
      for await (const chunk of body) void chunk
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      times.push(performance.now() - started)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, ask))
  } finally {
    await pool.close()
  }
  return times
}
