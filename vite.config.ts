import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

import { readBrandPack } from './app/brand/brand-pack.server'
import remixOptions from './remix.config.js'
import { browserTargets } from './scripts/browser-targets.mjs'
import { createChunkOf } from './scripts/chunks'

declare module '@remix-run/node' {
  // Loader and action data are typed as single fetch sends them.
  interface Future {
    v3_singleFetch: true
  }
}

const ownBrand = readBrandPack()
if (!ownBrand.pack) throw new Error(ownBrand.faults.join('\n'))
/** What the browser's files hold of our own brand, so that pages need not say it. */
const OWN_BRAND = JSON.stringify(ownBrand.pack.shown)

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [remix(remixOptions)],
  define: { OWN_BRAND },
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  // While developing, all packages are found before the first page: one found later has it hydrate twice, in vain.
  optimizeDeps: { entries: ['app/**/*.tsx'] },
  // While developing, names are what the module calls them.
  ...(command === 'build' && {
    css: { modules: { generateScopedName: '[hash:base64:5]' } },
  }),
  build: {
    assetsInlineLimit: 0,
    // For the error-reporting service alone: no file names its map, and none is served.
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
            manualChunks: createChunkOf(),
            onlyExplicitManualChunks: true,
          },
        },
  },
}))
