import { Pool } from 'undici'

export interface Load {
  origin: string
  path: string
  /** Of one visitor, or of several who ask in turn. */
  headers?: Record<string, string> | readonly Record<string, string>[]
  /** Each asks again as soon as it has been answered. */
  connections: number
  seconds: number
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from asking to the last byte. */
  p50: number
  p95: number
  p99: number
}

const WARM_UP_SECONDS = 1

/**
 * Asks for one page again and again over kept connections.
 * @throws Error when an answer is not 200
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

async function run({ origin, path, headers = {}, connections, seconds }: Load): Promise<number[]> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const visitors = [headers].flat()
  let next = 0
  const ask = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      const own = visitors[(next += 1) % visitors.length] ?? {}
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
