import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

import { readBrandPack } from './app/brand/brand-pack.server'
import remixOptions from './remix.config.js'
import { browserTargets } from './scripts/browser-targets.mjs'
import { createClassNames } from './scripts/class-names'

declare module '@remix-run/node' {
  // Loader and action data are typed as single fetch sends them.
  interface Future {
    v3_singleFetch: true
  }
}

/**
 * What most screens use is one file instead of dozens: a request costs more than the few bytes of
 * it that a screen does without. What only some screens use stays with them.
 */
const sharedParts = /\/app\/(ui|lib|framework|platform|analytics)\/[\w-]+\.tsx?$/
/** What frames every screen that has a script is one file, too. */
const frame =
  /\/app\/(shell\/shell|ui\/(site-footer|icon-button)|welcome\/consent|session\/forget-shopper|lib\/(kept-keys|device-info)|install\/install-prompt)\.tsx?$/
const MANY_SCREENS = 9
const framework =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/\w+|turbo-stream)\//

const ownBrand = readBrandPack()
if (!ownBrand.pack) throw new Error(ownBrand.faults.join('\n'))
/** What the browser's files hold of our own brand, so that pages need not say it. */
const OWN_BRAND = JSON.stringify(ownBrand.pack.shown)

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [remix(remixOptions)],
  define: { OWN_BRAND },
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  // While developing, names are what the module calls them.
  ...(command === 'build' && {
    css: {
      modules: {
        generateScopedName: createClassNames(new URL('./app', import.meta.url).pathname),
      },
    },
  }),
  build: {
    assetsInlineLimit: 0,
    // For the error-reporting service alone: no file names its map, and none is served.
    sourcemap: isSsrBuild ? true : 'hidden',
    target: isSsrBuild ? 'node20' : browserTargets(),
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: {
            manualChunks(id, { getModuleInfo }) {
              if (framework.test(id)) return 'framework'
              if (frame.test(id)) return 'shell'
              if (!sharedParts.test(id)) return undefined
              const importers = getModuleInfo(id)?.importers ?? []
              return importers.length >= MANY_SCREENS ? 'shared' : undefined
            },
          },
        },
  },
}))
