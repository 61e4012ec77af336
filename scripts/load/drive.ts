import { Pool } from 'undici'

export interface Shot {
  path: string
  cookie?: string
  accept?: string
  /**
   * Value of the header `Available-Dictionary`, with which a browser names the page dictionary that it has.
   */
  dictionary?: string
}

/** Results of a run of requests. */
export interface Run {
  seconds: number
  /** Responses with 2xx or 3xx. */
  good: number
  /** Responses with 503 and `Retry-After`. */
  refused: number
  /** Other statuses and broken connections, by kind. */
  failed: Map<string, number>
  /** Median of the good ones, in ms. */
  p50: number
  p95: number
  p99: number
  perSecond: number
}

interface Driven {
  address: string
  connections: number
  seconds: number
  next: (number: number) => Shot
}

function collect() {
  const times: number[] = []
  const failed = new Map<string, number>()
  let refused = 0
  return {
    async send(
      pool: Pool,
      { path, cookie = '', accept = 'text/html', dictionary }: Shot,
    ): Promise<void> {
      const started = performance.now()
      try {
        const { statusCode, headers, body } = await pool.request({
          method: 'GET',
          path,
          headers: {
            ...{ cookie, accept, 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/132' },
            ...(dictionary && {
              'accept-encoding': 'dcz, br, gzip',
              'available-dictionary': dictionary,
            }),
          },
        })
        await body.dump({ limit: 10_000_000 })
        if (statusCode < 400) times.push(performance.now() - started)
        else if (statusCode === 503 && headers['retry-after']) refused += 1
        else failed.set(`${statusCode}`, (failed.get(`${statusCode}`) ?? 0) + 1)
      } catch (error) {
        const code = (error as { code?: string }).code ?? String(error)
        failed.set(code, (failed.get(code) ?? 0) + 1)
      }
    },
    result(seconds: number): Run {
      times.sort((one, other) => one - other)
      const share = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0)
      return {
        seconds,
        good: times.length,
        refused,
        failed,
        p50: share(0.5),
        p95: share(0.95),
        p99: share(0.99),
        perSecond: Math.round(times.length / seconds),
      }
    },
  }
}

/** Maximum throughput: each connection sends again after each response. */
export async function saturate({ address, connections, seconds, next }: Driven): Promise<Run> {
  const pool = new Pool(address, { connections, pipelining: 1 })
  const collected = collect()
  const started = performance.now()
  let number = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - started < seconds * 1000)
        await collected.send(pool, next((number += 1)))
    }),
  )
  const took = (performance.now() - started) / 1000
  await pool.close()
  return collected.result(took)
}

/**
 * A constant rate of requests, whether or not earlier ones are answered, over connections opened before, as a
 * balancer's are.
 */
export async function pour({
  address,
  connections,
  seconds,
  next,
  rate,
}: Driven & { rate: number }): Promise<Run> {
  const pool = new Pool(address, { connections, pipelining: 1 })
  const open = async () => (await pool.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(Array.from({ length: connections }, open))
  const collected = collect()
  const started = performance.now()
  const underWay = new Set<Promise<void>>()
  let number = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started
      if (elapsed > seconds * 1000) {
        clearInterval(timer)
        resolve()
        return
      }
      for (const due = (elapsed / 1000) * rate; number < due;) {
        const sent = collected.send(pool, next((number += 1)))
        underWay.add(sent)
        void sent.finally(() => underWay.delete(sent))
      }
    }, 5)
  })
  await Promise.all(underWay)
  const took = (performance.now() - started) / 1000
  await pool.close()
  return collected.result(took)
}

/** The failures as text. */
export const failures = ({ failed }: Run) =>
  failed.size === 0 ? '0' : [...failed].map(([what, count]) => `${count} × ${what}`).join(', ')
