// Which room may enter which: docs/architecture.md tells it in words.

/** What every subject may stand on, each with the floors below it that it may use itself. */
const floors = {
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
const subjects = [
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
]

/** Rooms that compose what others hold, each with the subjects that it shows or joins. */
const composers = {
  today: ['card', 'coupons', 'catalogue', 'offers', 'install', 'account-watch', 'surveys'],
  'buy-again': ['catalogue'],
  offline: ['card', 'push'],
  reminders: ['push', 'account-watch'],
  shell: ['card', 'install', 'offline', 'push', 'welcome'],
  context: ['push', 'stores', 'welcome'],
}

/** What the framework's own files and the table of addresses join. */
const joined = ['context', 'shell', 'install']

const allFloors = Object.keys(floors)
const plan = {
  ...floors,
  ...Object.fromEntries(subjects.map((subject) => [subject, allFloors])),
  ...Object.fromEntries(
    Object.entries(composers).map(([room, shown]) => [room, [...allFloors, ...shown]]),
  ),
}
const rooms = (names) => `^app/(?:${names.join('|')})/`
const PRODUCT = '^(?:app|edge)/|^(?:server|start)\\.ts$'
const TOP = '^app/[^/]+$'
/** Data about addresses, without code of any room: all may read it. */
const ADDRESSES = '^app/(?:routes|screens\\.server)\\.ts$'
const UNPLANNED = { path: '^app/[^/]+/', pathNot: rooms(Object.keys(plan)) }

const mayEnter = (name, from, ways, instead) => ({
  name,
  severity: 'error',
  comment: instead,
  from: { path: from },
  to: { path: PRODUCT, pathNot: ways },
})

const noPlan = {
  severity: 'error',
  comment:
    'Say in .dependency-cruiser.mjs whether the new room is a floor, a subject or composes others.',
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(plan).map(([room, entered]) =>
      mayEnter(
        `${room} enters`,
        rooms([room]),
        [rooms([room, ...entered]), ADDRESSES],
        `${room} may enter ${entered.join(', ') || 'nothing'}. What two rooms need belongs on a floor below both; what joins them belongs into a room that composes.`,
      ),
    ),
    mayEnter(
      'top enters',
      TOP,
      [TOP, rooms([...allFloors, ...joined])],
      'The framework’s own files only join rooms: have shell or context join this one.',
    ),
    mayEnter(
      'edge enters',
      '^edge/|^(?:server|start)\\.ts$',
      ['^edge/|^(?:server|start)\\.ts$', TOP, rooms([...allFloors, ...Object.keys(composers)])],
      'The edge enters floors and rooms that compose: have context give it what a subject holds.',
    ),
    { name: 'no plan, enters', ...noPlan, from: UNPLANNED, to: {} },
    { name: 'no plan, is entered', ...noPlan, from: {}, to: UNPLANNED },
    { name: 'no plan, alone', ...noPlan, from: { ...UNPLANNED, orphan: true }, to: {} },
    {
      name: 'cycle of files',
      severity: 'error',
      comment: 'Move what both need into a file of its own; types count.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'cycle of rooms',
      severity: 'error',
      scope: 'folder',
      comment: 'The table itself goes in a circle: have one of these rooms compose the others.',
      from: { path: '^app/[^/]+$' },
      to: { circular: true, via: { path: '^app/[^/]+$' } },
    },
    {
      name: 'leads nowhere',
      severity: 'error',
      comment: 'Name a file that exists, or a package of package.json.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'node', 'import', 'default'],
    },
  },
}
