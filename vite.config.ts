import { fileURLToPath } from 'node:url'

import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

import { readBrandPack } from './app/brand/brand-pack.server'
import remixOptions from './remix.config.js'
import { browserTargets } from './scripts/browser-targets.mjs'
import { cachedTerser } from './scripts/cached-terser'
import { createChunkNames } from './scripts/chunks'
import { inlineScript } from './scripts/inline-script.mjs'

declare module '@remix-run/node' {
  // Types of loader and action data follow single fetch.
  interface Future {
    v3_singleFetch: true
  }
}

const ownBrand = readBrandPack()
if (!ownBrand.pack) throw new Error(ownBrand.errors.join('\n'))
/** The default brand in the browser's files, so that pages need not contain it. */
const OWN_BRAND = JSON.stringify(ownBrand.pack.shown)

/** Its syntax is the oldest in use: it also decides which browsers get no script. */
const FIRST_SCRIPT = JSON.stringify(await inlineScript('app/framework/first-script.ts', ['es2015']))

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [remix(remixOptions), ...(command === 'build' ? [cachedTerser] : [])],
  define: { OWN_BRAND, FIRST_SCRIPT: command === 'build' && !isSsrBuild ? "''" : FIRST_SCRIPT },
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // In development all packages are found before the first page: a late one makes it hydrate twice.
  optimizeDeps: { entries: ['app/**/*.tsx'] },
  // In development, class names are the names in the module.
  ...(command === 'build' && {
    css: { modules: { generateScopedName: '[hash:base64:5]' } },
  }),
  build: {
    assetsInlineLimit: 0,
    // For the error service only: no file names its map, and none is served.
    sourcemap: isSsrBuild ? true : 'hidden',
    target: isSsrBuild ? 'node20' : browserTargets(),
    // Slower than esbuild, and a twentieth smaller.
    ...(!isSsrBuild && {
      minify: 'terser' as const,
      terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    }),
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: {
            manualChunks: createChunkNames(),
            onlyExplicitManualChunks: true,
          },
        },
  },
}))
