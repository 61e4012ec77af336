// A program of edge/workers.ts with next to nothing in it, for faults that the application seldom has. With
// FAILS a worker ends before it can answer, with SECOND_WAITS_FOR one waits for that file;
// `/end` ends one that does, `/wait` is never answered.
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'
import { Registry } from 'prom-client'

import { isPrimary, join, lead } from '../../edge/workers'

const registry = new Registry()
const log = pino({ base: null })

if (isPrimary) {
  lead({ count: 2, log, registry, onReady: () => log.info('ready'), beatMs: 500 })
} else {
  if (process.env.FAILS) process.exit(3)
  const file = process.env.SECOND_WAITS_FOR
  while (file && cluster.worker?.id === 2 && !existsSync(file)) await sleep(20)
  log.info('can answer')
  const server = createServer(({ url }, response) => {
    if (url === '/end') process.exit(1)
    if (url !== '/wait') response.end(String(process.pid))
  })
  process.once('SIGTERM', () => server.close(() => process.exit(0)))
  await join({ registry, readStatus: async () => [] })
  server.listen(Number(process.env.PORT), '127.0.0.1')
}
