import { defineConfig } from 'vitest/config'

const shared = {
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  test: {
    setupFiles: ['tests/setup.ts'],
    env: { NODE_ENV: 'test' as const, LOG_LEVEL: 'silent' },
    restoreMocks: true,
    // A list that should be empty says what it holds.
    chaiConfig: { truncateThreshold: 500 },
    // A report of a fault is made by code that is loaded when the first one happens.
    expect: { poll: { timeout: 10_000 } },
  },
}

/** Loaders and actions, beside their routes. */
const routes = [
  'app/{routes,answers,endpoints}.test.ts',
  'app/**/*.{screen,action,resource,layout}.test.ts',
]

/** What a Node brings along itself: HTTP, streams, compression, ciphers, signals and clients. */
const ofNode = [
  'tests/screens/same-pages.test.ts',
  'tests/http/{edge,metrics,my-data,passes,process,public,push,pwa,reports}.test.ts',
  'tests/security/{edge,one-request}.test.ts',
]

const isFull = process.env.RESILIENCE === 'full'

/** They replace modules by others: each has a process of its own. */
const mocking = [
  'app/platform/not-found.server.test.ts',
  'app/stores/chosen-store.server.test.ts',
  'app/ui/error-screen.test.tsx',
]

/**
 * Of three on two cores one always waits, for a time-out or an answer. Where others are at work beside them,
 * `UNIT_WORKERS=1` leaves those a core. One number for all projects that run together.
 */
const unitWorkers = Number(process.env.UNIT_WORKERS ?? 3)

/** Of what waits for processes more than it works itself. */
const overSockets = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
  isolate: false,
}

const inEngines = {
  testTimeout: 120_000,
  hookTimeout: 30_000,
  // Each file has a site of its own.
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
          // The browser's own clock: that of a machine in UTC names no place.
          env: { ...shared.test.env, TZ: 'Asia/Omsk' },
          include: ['{app,edge,sandbox,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...routes, ...mocking],
          testTimeout: 20_000,
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
          testTimeout: 20_000,
          // Each process has a sandbox of its own.
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
          testTimeout: 20_000,
          maxWorkers: unitWorkers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'commands',
          include: ['tests/commands/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
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
          testTimeout: isFull ? 900_000 : 60_000,
          hookTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Sites of one file that wait, each for alerts of its own.
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
          hookTimeout: 300_000,
          // One process: its files share one crawl of the screens.
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
})
