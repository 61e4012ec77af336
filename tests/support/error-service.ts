import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { afterAll } from 'vitest'

import { close, listen } from './listen'

/** A service for error reports, until the end of the file; `received` has the envelopes that it got. */
export async function startErrorService() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(await text(request))
    response.end('{}')
  })
  const port = await listen(server)
  afterAll(() => close(server))
  return { received, dsn: `http://public@127.0.0.1:${port}/1` }
}
