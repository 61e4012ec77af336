// Starts the application from its sources, with reload, and the sandbox.
import './help.mjs'
import { createServer } from 'vite'

import type { Build } from '../edge/visit'
import { pass } from '../edge/respond'
import { tilesUrl } from '../sandbox/handlers/tiles'
import { startSandbox } from '../sandbox/server'
import { createAppServer } from '../server'

process.env.NODE_ENV ??= 'development'
const port = Number(process.env.PORT ?? 3000)
process.env.PUBLIC_ORIGIN ??= `http://localhost:${port}`

const sandbox = await startSandbox({ port: Number(process.env.SANDBOX_PORT ?? 4010) })
process.env.MAP_TILES_URL ??= tilesUrl(sandbox.url)
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const currentBuild = async () =>
  (await vite.ssrLoadModule('virtual:remix/server-build')) as unknown as Build

createAppServer({
  build: await currentBuild(),
  currentBuild,
  serveSource: (request, response) => pass(vite.middlewares, request, response),
  isDevelopment: true,
}).listen(port, () =>
  console.log(`\n  http://localhost:${port}\n  Texts with codes: ${sandbox.url}/__sandbox\n`),
)
