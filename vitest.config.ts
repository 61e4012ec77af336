import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  test: {
    include: ['{app,edge,sandbox,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    setupFiles: ['tests/setup.ts'],
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    unstubGlobals: true,
    restoreMocks: true,
  },
})
