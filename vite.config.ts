import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

import remixOptions from './remix.config.js'

declare module '@remix-run/node' {
  // Loader and action data are typed as single fetch sends them.
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [remix(remixOptions)],
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  build: { assetsInlineLimit: 0, target: ['es2020', 'safari14', 'chrome87', 'firefox78'] },
})
