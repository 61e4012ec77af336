import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_ASKS_MS = 50

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Waits until an application that was started is ready.
 * @throws Error when it is not after so many milliseconds
 */
export async function untilReady(origin: string, patienceMs = 30_000): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(BETWEEN_ASKS_MS)) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error(`The application at ${origin} did not start`)
}
