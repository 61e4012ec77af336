import { readFileSync, writeFileSync } from 'node:fs'

import { format } from 'prettier'

import type { Kind } from '../capacity/model'

/** Cost of one request of a kind. */
export interface RequestCost {
  /** Processor time of all threads among requests of all kinds, in milliseconds. */
  processorMs: number
  /** Bytes of the response for a browser with the page dictionary, headers included. */
  bytes: number
  /** Gateway calls of one request, by endpoint; 0 for a declared one without calls. */
  calls: Record<string, number>
  redisCommands: number
  logLines: number
  logBytes: number
}

interface Measured {
  date: string
  machine: string
  /** Cost of a container of this build. */
  container: {
    /** Seconds from its start to the first response. */
    startSeconds: number
    megabytes: number
    metricSeries: number
    metricBytes: number
    /** Processor milliseconds of encrypting and passing on a push. */
    pushMs: number
  }
  /** Redis bytes of one stored refresh. */
  refreshBytes: number
  requests: Record<Kind, RequestCost>
}

const FILE = new URL('measured.json', import.meta.url)

/** The figures of the last `BENCH_ONLY=capacity npm run bench`, with date and machine. */
export const readMeasured = () => JSON.parse(readFileSync(FILE, 'utf8')) as Measured

/** Records the figures. */
export async function writeMeasured(measured: Measured): Promise<void> {
  writeFileSync(FILE, await format(JSON.stringify(measured), { parser: 'json' }))
}

export type { Measured }
