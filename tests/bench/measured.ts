import { readFileSync, writeFileSync } from 'node:fs'

import { format } from 'prettier'

import type { Kind } from '../capacity/traffic'

/** What one request of a kind costs. */
export interface RequestCost {
  /** Milliseconds of a processor, all threads together. */
  processorMs: number
  /** The same page by React alone, without framework, session and checks; absent: not a page of the reference. */
  plainMs?: number
  /** Bytes of the answer as a browser gets it that knows the dictionary, headers included. */
  bytes: number
  /** Calls of gateways for one request, by endpoint; a declared one that was never asked is 0. */
  calls: Record<string, number>
  redisCommands: number
  logLines: number
  logBytes: number
}

interface Measured {
  date: string
  machine: string
  /** What a container of this build costs. */
  container: {
    /** Seconds from its start to the first answer. */
    startSeconds: number
    megabytes: number
    metricSeries: number
    metricBytes: number
    /** What a page costs after so many pages since the start, as a multiple of a warm one's. */
    warmth: [pages: number, factor: number][]
    /** What a pushed message costs to seal and hand over, in milliseconds of a processor. */
    pushMs: number
  }
  /** Bytes of Redis for one refresh that is remembered. */
  refreshBytes: number
  requests: Record<Kind, RequestCost>
}

const FILE = new URL('measured.json', import.meta.url)

/** The figures of the last `BENCH_ONLY=capacity npm run bench`, with its day and machine. */
export const readMeasured = () => JSON.parse(readFileSync(FILE, 'utf8')) as Measured

/** Records them. */
export async function writeMeasured(measured: Measured): Promise<void> {
  writeFileSync(FILE, await format(JSON.stringify(measured), { parser: 'json' }))
}

export type { Measured }
