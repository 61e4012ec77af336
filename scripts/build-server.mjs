// Builds server.ts into build/server.js, so that the image runs plain node; packages stay outside.
import { build } from 'esbuild'

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
