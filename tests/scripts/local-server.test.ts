import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'

test('a free port is outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  for (const port of new Set(ports)) {
    expect(port).toBeGreaterThan(10_080)
    expect(port).toBeLessThan(32_768)
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})
