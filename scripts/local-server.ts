import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_ASKS_MS = 50

/**
 * Below the range of outgoing ports (Linux from 32768), which a connection may take first. Above the ports
 * that browsers refuse.
 */
const PORTS = { first: 10_240, last: 32_767 }

const RESERVED_MS = 3_600_000
const RESERVED = join(tmpdir(), 'april-ports')

/** Takes the port for an hour among all processes of this machine: its server starts only a moment later. */
function reserve(port: number): boolean {
  const path = join(RESERVED, String(port))
  try {
    mkdirSync(RESERVED, { recursive: true })
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > RESERVED_MS) rmSync(path, { force: true })
    writeFileSync(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    // A folder that cannot be written reserves nothing.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}

/** A free port that neither an outgoing connection nor another test takes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1)
    if (!reserve(port)) continue
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
