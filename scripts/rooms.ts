// The plan of the house as the linter holds it: docs/architecture.md tells it in words.

/** What every subject may stand on, each with the floors below it that it may use itself. */
export const floors: Record<string, readonly string[]> = {
  lib: [],
  brand: ['lib'],
  platform: ['brand', 'lib'],
  ui: ['lib'],
  framework: ['platform', 'brand', 'ui', 'lib'],
  gateways: ['platform', 'lib'],
  session: ['gateways', 'platform', 'lib'],
  operator: ['session', 'platform', 'ui', 'lib'],
  analytics: ['session', 'gateways', 'framework', 'platform', 'lib'],
  forms: ['operator', 'analytics', 'session', 'gateways', 'framework', 'platform', 'ui', 'lib'],
  deadlines: ['session', 'gateways', 'platform', 'ui', 'lib'],
}

/** Rooms of subjects: each stands on the floors and enters no other. */
export const subjects = [
  'sign-in',
  'card',
  'coupons',
  'offers',
  'catalogue',
  'stores',
  'purchases',
  'surveys',
  'profile',
  'push',
  'install',
  'welcome',
  'account-watch',
  'my-data',
] as const

/** Rooms that compose what others hold, each with the subjects that it shows or joins. */
export const composers: Record<string, readonly string[]> = {
  today: ['card', 'coupons', 'catalogue', 'offers', 'install', 'account-watch', 'surveys'],
  'buy-again': ['catalogue'],
  offline: ['card', 'push'],
  reminders: ['push', 'account-watch'],
  shell: ['card', 'install', 'offline', 'push', 'welcome'],
  context: ['push', 'stores', 'welcome'],
}

/** The framework's own files and the table of addresses, which join rooms. */
export const TOP = 'app'
export const topMayEnter: readonly string[] = ['context', 'shell', 'install']

/** Names of the framework's insides, which only `framework/` may know. */
export const insides =
  /__remix\w+|staticHandlerContext|serverHandoffStream|\bEntryContext\b|\bServerBuild\b|['"`/&?]_(?:root|routes|data)\b|\.data['"`]|\\\.data/

/** Longer files are data or schemas, and are named here. */
export const longFiles: readonly string[] = [
  'app/analytics/catalogue.server.ts',
  'app/platform/settings.server.ts',
]

export const LONGEST_FILE_LINES = 275
/** The list of steps that a request takes. */
export const SERVER_LINES = 130
export const ROUTE_MEDIAN_LINES = 80
export const ROUTE_P90_LINES = 130
