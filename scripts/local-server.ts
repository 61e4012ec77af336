import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_ASKS_MS = 50

/**
 * Below the range of outgoing ports (Linux from 32768), which a connection may take first. Above the ports
 * that browsers refuse.
 */
const PORTS = { first: 10_240, last: 32_767 }

/** A free port that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * Starts the built application with a sandbox as its gateways.
 * @param env other settings
 */
export const startBuilt = (
  sandboxUrl: string,
  port: string,
  env: Record<string, string | undefined>,
) =>
  spawn(process.execPath, ['build/server.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      SESSION_SECRETS: randomBytes(32).toString('hex'),
      ...env,
      NODE_ENV: 'production',
      PORT: port,
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      WEB_GATEWAY_URL: `${sandboxUrl}/webgate`,
      MAGNIT_ID_GATEWAY_URL: `${sandboxUrl}/magnit-id`,
      FRAUD_PROTECTION_URL: `${sandboxUrl}/fraud`,
      IMAGE_ORIGINS: sandboxUrl,
      DRAIN_SECONDS: '0',
    },
  })

/**
 * Waits until a started application is ready.
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
