import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/** For what hangs; a slow machine with other work beside it fails no test. */
const LIMIT_MS = 900_000

const shared = {
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    setupFiles: ['tests/setup.ts'],
    env: { NODE_ENV: 'test' as const, LOG_LEVEL: 'silent' },
    restoreMocks: true,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    // Prints the contents of a list that should be empty.
    chaiConfig: { truncateThreshold: 500 },
    // The code of error reports is loaded at the first error.
    expect: { poll: { timeout: 60_000 } },
  },
}

/** Loaders and actions, tested beside their routes. */
const routes = [
  'app/{routes,screens,responses,endpoints}.test.ts',
  'app/**/*.{screen,action,resource,layout}.test.ts',
]

/** Parts that depend on the Node version: HTTP, streams, compression, ciphers, signals and clients. */
const ofNode = [
  'tests/screens/same-pages.test.ts',
  'tests/http/{edge,metrics,my-data,passes,process,public,push,pwa,redis-at-start,reports}.test.ts',
  'tests/security/{edge,one-request}.test.ts',
]

const isFull = process.env.RESILIENCE === 'full'

/** They replace modules by mocks, or settings, so each file has its own process. */
const mocking = [
  'app/analytics/queue.server.test.ts',
  'app/operator/route-rules-file.server.test.ts',
  'app/platform/error-reports.server.test.ts',
  'app/platform/not-found.server.test.ts',
  'app/profile/failed-blocks.test.tsx',
  'app/shell/app-layout.test.tsx',
  'app/stores/chosen-store.server.test.ts',
  'app/ui/error-screen.test.tsx',
]

/**
 * Three workers on two cores, because one always waits for a time-out or a response. `UNIT_WORKERS=1` leaves
 * a core to others. All projects of a run share the number.
 */
const unitWorkers = Number(process.env.UNIT_WORKERS ?? 3)

/** Tests that wait for processes more than they work. */
const overSockets = {
  maxWorkers: 2,
  isolate: false,
}

const inEngines = {
  // Each file has its own site.
  maxWorkers: 2,
}

/**
 * `npm test` runs `unit`, `mocked`, `routes`, `deploy`, `http`, `security`, `screens` and `day`; `npm run test:release` the
 * others. What each is: docs/development.md.
 *
 * The files of a process share its modules (`isolate: false`): to load them anew for each file took a third of the
 * units' processor time. Each file starts a sandbox and an application of its own.
 */
export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'unit',
          // A browser's time zone: UTC would name no place.
          env: { ...shared.test.env, TZ: 'Asia/Omsk' },
          include: ['{app,edge,sandbox,tests/capacity,tests/scripts}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...routes, ...mocking],
          maxWorkers: unitWorkers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'mocked',
          include: mocking,
          maxWorkers: unitWorkers,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'routes',
          include: routes,
          // Each process has its own sandbox.
          maxWorkers: unitWorkers,
          setupFiles: ['tests/setup.ts', 'tests/support/before-routes.ts'],
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'deploy',
          include: ['tests/deploy/*.test.ts'],
          maxWorkers: unitWorkers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'commands',
          include: ['tests/{commands,image}/*.test.ts'],
          maxWorkers: 1,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'resilience',
          include: [
            'tests/resilience/*.test.ts',
            ...(isFull ? ['tests/resilience/long/*.test.ts'] : []),
          ],
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'operations',
          include: ['tests/operations/*.test.ts'],
          // Sites of one file wait for alerts side by side.
          maxConcurrency: 20,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'http',
          include: ['tests/http/*.test.ts'],
          exclude: ['tests/http/my-data.test.ts'],
          ...overSockets,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'screens',
          include: ['tests/screens/*.test.ts'],
          exclude: ['tests/screens/same-pages.test.ts'],
          ...overSockets,
          // One process, because its files share one crawl of the screens.
          maxWorkers: 1,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'image-node',
          include: ofNode,
          ...overSockets,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          exclude: ['tests/engines/day.test.ts'],
          ...inEngines,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'day',
          include: ['tests/engines/day.test.ts'],
          ...inEngines,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
})
