import { pino } from 'pino'

import { env } from './env.server'

/**
 * JSON lines on standard output. What is logged is listed field by field where it is logged;
 * bodies, cookies, headers and query strings never are.
 */
export const log = pino({
  level: env().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
})
