// After Remix's own build: server.ts becomes build/server.js, so that the image runs plain node,
// and the browser's files get their compressed twins, so that no request has to compress them.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { build } from 'esbuild'

const CLIENT = 'build/client'
const SMALLEST_BYTES = 512

await build({
  stdin: {
    contents: `import { start } from './server.ts'\nawait start()`,
    resolveDir: process.cwd(),
    loader: 'ts',
  },
  outfile: 'build/server.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})

const files = await readdir(CLIENT, { recursive: true })
await Promise.all(
  files
    .filter((file) => /\.(js|css|svg|json|webmanifest|txt)$/.test(file))
    .map(async (file) => {
      const path = join(CLIENT, file)
      const content = await readFile(path)
      if (content.length < SMALLEST_BYTES) return
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
)
