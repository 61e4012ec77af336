// A program of edge/workers.ts with next to nothing in it, for faults that the application seldom has. With
// FAILS a worker ends before it can answer; `/end` ends one that does.
import { createServer } from 'node:http'

import { pino } from 'pino'
import { Registry } from 'prom-client'

import { isPrimary, join, lead } from '../../edge/workers'

const registry = new Registry()

if (isPrimary) {
  const log = pino({ base: null })
  lead({ count: 2, log, registry, onReady: () => log.info('ready'), beatMs: 500 })
} else {
  if (process.env.FAILS) process.exit(3)
  const server = createServer(({ url }, response) => {
    if (url === '/end') process.exit(1)
    response.end(String(process.pid))
  })
  process.once('SIGTERM', () => server.close(() => process.exit(0)))
  await join({ registry, readStatus: async () => [] })
  server.listen(Number(process.env.PORT), '127.0.0.1')
}
