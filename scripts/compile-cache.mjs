// Keeps what V8 compiled of the server, so that the next start reads it: `node compile-cache.mjs` beside the
// folder `build`, as the Dockerfile does. Starts the server, asks for what every start is asked for, and ends it.
// What is kept counts for one version of Node, its flags, the kind of processor, the path and the user.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FOLDER = resolve('compile-cache')
/** Of the image and of the manifests. */
const USER = 1000
const PORT = 3000
const PATIENCE_MS = 30_000
const PAGES = ['/healthz', '/', '/login', '/terms']
const NOBODY = 'http://127.0.0.1:1'

const mayBeAnother = process.getuid?.() === 0
mkdirSync(FOLDER, { recursive: true })
if (mayBeAnother) chownSync(FOLDER, USER, USER)
const server = spawn(process.execPath, ['build/server.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  ...(mayBeAnother && { uid: USER, gid: USER }),
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: FOLDER,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(PORT),
    PUBLIC_ORIGIN: `http://localhost:${PORT}`,
    SESSION_SECRETS: 'only-while-the-image-is-made-and-never-served',
    WEB_GATEWAY_URL: `${NOBODY}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${NOBODY}/magnit-id`,
    REDIS_URL: 'redis://127.0.0.1:1',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'fatal',
  },
})
const exited = once(server, 'exit')

/** @param {string} path */
async function ask(path) {
  const headers = { Connection: 'close' }
  const { status } = await fetch(`http://localhost:${PORT}${path}`, { headers })
  if (status !== 200) throw new Error(`${path} was answered with ${status}`)
}

async function beReady() {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    const isThere = await ask('/healthz').then(
      () => true,
      () => false,
    )
    if (isThere) return
    if (Date.now() > end) throw new Error('The server did not start')
  }
}

try {
  await beReady()
  for (const page of PAGES) await ask(page)
} finally {
  server.kill('SIGTERM')
  await exited
}
// For reading alone, by whoever runs the server.
const owned = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
for (const entry of owned) {
  const path = join(entry.parentPath, entry.name)
  chmodSync(path, entry.isDirectory() ? 0o755 : 0o444)
  if (mayBeAnother) chownSync(path, 0, 0)
}
if (mayBeAnother) chownSync(FOLDER, 0, 0)
const files = owned.filter((entry) => entry.isFile()).length
if (files === 0) throw new Error(`Node ${process.version} has kept nothing`)
process.stdout.write(`${files} modules are kept as they were compiled.\n`)
