// The import rules between folders: docs/architecture.md describes them.

/** Layers that every feature may import, each with the layers that it may import itself. */
const layers = {
  lib: [],
  domain: ['lib'],
  brand: ['domain', 'lib'],
  platform: ['brand', 'domain', 'lib'],
  ui: ['domain', 'lib'],
  framework: ['platform', 'brand', 'ui', 'domain', 'lib'],
  gateways: ['platform', 'domain', 'lib'],
  'shared-state': ['platform', 'lib'],
  limits: ['shared-state', 'domain', 'lib'],
  session: ['limits', 'shared-state', 'gateways', 'platform', 'domain', 'lib'],
  operator: ['session', 'platform', 'ui', 'domain', 'lib'],
  analytics: [
    'session',
    'limits',
    'shared-state',
    'gateways',
    'framework',
    'platform',
    'domain',
    'lib',
  ],
  forms: [
    'operator',
    'analytics',
    'session',
    'limits',
    'shared-state',
    'gateways',
    'framework',
    'platform',
    'ui',
    'domain',
    'lib',
  ],
  captcha: ['forms', 'session', 'gateways', 'platform', 'ui', 'domain', 'lib'],
  'profile-form': ['forms', 'session', 'limits', 'gateways', 'platform', 'ui', 'domain', 'lib'],
  deadlines: ['session', 'limits', 'gateways', 'platform', 'ui', 'domain', 'lib'],
}

/** Features: each may import the layers, and no other feature. */
const features = [
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

/** Features that compose others, each with the folders that it may import besides the layers. */
const composers = {
  today: [
    'card',
    'coupons',
    'catalogue',
    'offers',
    'install',
    'account-watch',
    'stores',
    'surveys',
  ],
  'buy-again': ['catalogue'],
  offline: ['card', 'push'],
  shell: ['card', 'install', 'offline', 'push', 'welcome'],
  context: ['push', 'stores', 'welcome'],
}

/** For the diagram of docs/architecture.md. */
export { composers, features, layers }

/** Features that files directly in app/, such as the table of addresses, may import. */
const joined = ['context', 'shell', 'install']

const allLayers = Object.keys(layers)
const plan = {
  ...layers,
  ...Object.fromEntries(features.map((feature) => [feature, allLayers])),
  ...Object.fromEntries(
    Object.entries(composers).map(([feature, composed]) => [feature, [...allLayers, ...composed]]),
  ),
}
const getFolders = (names) => `^app/(?:${names.join('|')})/`
const PRODUCT = '^(?:app|edge)/|^(?:server|start)\\.ts$'
const TOP = '^app/[^/]+$'
/** Data about addresses, without code of a feature: every folder may import it. */
const ADDRESSES = '^app/(?:routes|screens\\.server)\\.ts$'
const UNPLANNED = { path: '^app/[^/]+/', pathNot: getFolders(Object.keys(plan)) }

const allowedImports = (name, from, allowed, instead) => ({
  name,
  severity: 'error',
  comment: instead,
  from: { path: from },
  to: { path: PRODUCT, pathNot: allowed },
})

const noPlan = {
  severity: 'error',
  comment:
    'Add the new folder of app/ to layers, features or composers in .dependency-cruiser.mjs.',
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(plan).map(([folder, imported]) =>
      allowedImports(
        `${folder} enters`,
        getFolders([folder]),
        [getFolders([folder, ...imported]), ADDRESSES],
        `app/${folder} may import ${imported.join(', ') || 'nothing'}. Move what two features need to a layer below both; let a feature that composes (today, shell, context) pass one to the other; or allow the import in .dependency-cruiser.mjs.`,
      ),
    ),
    allowedImports(
      'top enters',
      TOP,
      [TOP, getFolders([...allLayers, ...joined])],
      'Files directly in app/ only join features: import it in shell or context, and that here.',
    ),
    allowedImports(
      'edge enters',
      '^edge/|^(?:server|start)\\.ts$',
      [
        '^edge/|^(?:server|start)\\.ts$',
        TOP,
        getFolders([...allLayers, ...Object.keys(composers)]),
      ],
      'The edge imports layers and composing features: have context pass on what a feature holds.',
    ),
    { name: 'no plan, enters', ...noPlan, from: UNPLANNED, to: {} },
    { name: 'no plan, is entered', ...noPlan, from: {}, to: UNPLANNED },
    { name: 'no plan, alone', ...noPlan, from: { ...UNPLANNED, orphan: true }, to: {} },
    {
      name: 'cycle of files',
      severity: 'error',
      comment:
        'Move what both need into a file of its own, and import that from both; types count.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'cycle of folders',
      severity: 'error',
      scope: 'folder',
      comment:
        'The table of .dependency-cruiser.mjs allows a cycle: let one of these folders import the others, and take its name out of theirs.',
      from: { path: '^app/[^/]+$' },
      to: { circular: true, via: { path: '^app/[^/]+$' } },
    },
    {
      name: 'leads nowhere',
      severity: 'error',
      comment: 'Correct the path, or add the package: npm install --save-exact NAME.',
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
