import autocannon from 'autocannon'

/** A request of one shopper. */
export interface Shot {
  path: string
  headers?: Record<string, string>
}

export interface Load {
  origin: string
  /** The request of a number, counted over all connections. */
  next: (number: number) => Shot
  /** Each sends again after its response. */
  connections: number
  seconds: number
  /** Ends after so many requests. */
  pages?: number
  /** Requests a second, in place of as many as possible. */
  rate?: number
}

/** Times in milliseconds from the request to the last byte of good responses. */
export interface LoadResult {
  good: number
  /** Responses with 503. */
  refused: number
  /** Other errors, by status or kind. */
  failures: string
  requestsPerSecond: number
  p50: number
  p95: number
  p99: number
}

/** Headers of a shopper's phone. */
export const getHeaders = (cookies: Iterable<readonly [string, string]>) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0 Mobile Safari',
})

/** Requests of one page, by each visitor in turn. */
export const inTurn =
  (path: string, headers: readonly Record<string, string>[]) =>
  (number: number): Shot => ({ path, headers: headers[number % headers.length] ?? {} })

/** Sends requests over keep-alive connections. */
export async function run({
  origin,
  next,
  connections,
  seconds,
  pages,
  rate,
}: Load): Promise<LoadResult> {
  let number = 0
  const times: number[] = []
  const failed = new Map<string, number>()
  const fail = (what: string) => failed.set(what, (failed.get(what) ?? 0) + 1)
  const { duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const under = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        timeout: 60,
        ...(pages && { amount: pages }),
        ...(rate && { overallRate: rate }),
        requests: [{ setupRequest: (request) => ({ ...request, ...next((number += 1)) }) }],
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    )
    under.on('response', (_, status, __, took) => {
      if (status < 400) times.push(took)
      else fail(String(status))
    })
    under.on('reqError', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN
  const refused = failed.get('503') ?? 0
  failed.delete('503')
  return {
    good: times.length,
    refused,
    failures: [...failed].map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
    requestsPerSecond: times.length / duration,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}
