import compat from 'eslint-plugin-compat'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

/** One reason per rule. Which room may enter which is held by .dependency-cruiser.mjs. */
const plan = {
  zod: {
    regex: '^zod/',
    message: "Write `from 'zod'`: its subpaths are other versions of it.",
  },
  remix: {
    group: ['@remix-run/*'],
    message:
      'lib and gateways run without Remix: take what you need as an argument, from a loader or action.',
  },
  outside: {
    regex: '(^|/)(sandbox|tests)/',
    message:
      'Only tests and scripts use the sandbox: move what the product needs too to app/domain or app/lib, and import it there.',
  },
}

const imports = (...patterns) => ({
  'no-restricted-imports': ['error', { paths: [], patterns: [plan.zod, ...patterns] }],
})

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    'Declare the variable in app/platform/settings.server.ts, and read it by env() of app/platform/env.server.ts.',
}
/** An awaited timer that keeps nothing alive ends the process (exit code 13) before it listens. */
const waits = {
  selector: [
    "Property[key.name='ref'][value.value=false]",
    "NewExpression[callee.name='Promise'] CallExpression[callee.property.name='unref']",
    "AwaitExpression > CallExpression[callee.property.name='unref']",
  ].join(', '),
  message: 'An awaited timer keeps the process alive: leave it referenced, and clear it.',
}
/** Hooks and listeners that send to our own server. */
const browserCalls = [
  'app/analytics/events.ts',
  'app/card/fresh-code.ts',
  'app/platform/error-reporter.ts',
  'app/push/push-subscription.ts',
  'app/push/worker-push.ts',
  'app/shell/start.ts',
  'app/stores/use-store-map.ts',
]

const network = {
  selector: "CallExpression[callee.name='fetch']",
  message:
    'Call a gateway by context.gateways. A file of the browser that calls our own server is named in browserCalls of eslint.config.js.',
}

const INSIDE = '/^__remix|^(?:staticHandlerContext|serverHandoffStream|EntryContext|ServerBuild)$/'
const INSIDE_TEXT = '/__remix|(?:^|[&?\\u002F])_(?:root|routes|data)\\b|\\.data$/'
/** Names of the framework's insides: docs/framework.md. */
const insides = {
  selector: [
    `Identifier[name=${INSIDE}]`,
    `Literal[value=${INSIDE_TEXT}]`,
    `TemplateElement[value.raw=${INSIDE_TEXT}]`,
    'Literal[regex.pattern=/[.]data/]',
  ].join(', '),
  message:
    'Only app/framework knows the framework’s insides: write a function there, and import that.',
}

/** The cookie policy lists what is stored in browsers. Cookies have types of their own. */
const stored = {
  selector:
    'VariableDeclarator > Literal[value=/^v1_/], VariableDeclarator > TemplateLiteral[quasis.0.value.raw=/^v1_/], CallExpression[callee.object.name=/^(localStorage|sessionStorage|caches)$/][arguments.0.type=Literal]',
  message:
    "Name it once: `const KEY = 'v1_…' satisfies StoredName`, and add its row to app/domain/storage-catalogue.ts.",
}

/** The bytes, names and values of a form are bounded before anything looks at them. */
const bodies = {
  selector:
    'CallExpression[callee.object.name=request][callee.property.name=/^(text|json|formData|arrayBuffer|blob)$/]',
  message:
    'Read a form by `defineForm` or `defineAction`, and JSON in a resource that bounds it and is listed in eslint.config.js.',
}
/** The reader of forms, and what scripts, browsers and servers post as JSON. */
const bodyReaders = [
  'app/forms/form.server.ts',
  'app/analytics/events.resource.ts',
  'app/platform/csp-reports.resource.ts',
  'app/platform/errors.resource.ts',
  'app/push/messages.resource.ts',
]

/** The path of a folder with a space or Cyrillic letters is percent-encoded in its address. */
const fileAddresses = {
  selector: "MemberExpression[property.name='pathname'] > NewExpression:has(MetaProperty)",
  message: 'Use fileURLToPath: a path in a file address is percent-encoded',
}

/** Journeys begin at an entry point and click. */
const navigation = {
  selector: 'CallExpression[callee.property.name=goto][arguments.0.value!=/^[/](?:today)?$/]',
  message: 'Walk there by links, or give a reason by `openAddress`.',
}

const addresses = {
  selector:
    'CallExpression > Literal[value=/[.]tsx?$/]:not([value=/[.](screen|action|resource)[.]tsx?$|-layout[.]tsx$/])',
  message: 'An address is a screen, an action, a resource or a layout: name its file so.',
}

/**
 * A pattern takes no longer than what it is given is long: two neighbouring quantifiers for the same
 * letter are quadratic, three cubic, and one request then stops the process.
 */
const linearPatterns = {
  ...regexp.configs['flat/recommended'].rules,
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential' }],
  // Matters of taste.
  'regexp/no-unused-capturing-group': 'off',
  'regexp/no-obscure-range': 'off',
  'regexp/prefer-character-class': 'off',
  'regexp/prefer-w': 'off',
  'regexp/use-ignore-case': 'off',
}

export default tseslint.config(
  { ignores: ['build/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'jsx-a11y': jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'jsx-a11y/no-redundant-roles': ['error', { fieldset: ['group'] }],
      // What scrolls must take the focus, or a keyboard could not scroll it.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region'] }],
      // An interface may give another one a name that a library knows it by.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // `import { type X }` loads the module: one such line brought Remix's server into the browser's build.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['app/**', 'edge/**', 'server.ts', 'start.ts'],
    plugins: { regexp },
    rules: linearPatterns,
  },
  {
    files: ['app/**', 'edge/**', 'server.ts', 'start.ts'],
    rules: {
      ...imports(plan.outside),
      'no-restricted-syntax': [
        'error',
        environment,
        waits,
        network,
        insides,
        stored,
        bodies,
        fileAddresses,
      ],
    },
  },
  { files: ['app/{lib,gateways}/**'], rules: imports(plan.outside, plan.remix) },
  {
    // What speaks to our own server from the browser or its worker.
    files: ['app/offline/worker-*.ts', ...browserCalls],
    rules: { 'no-restricted-syntax': ['error', environment, waits, insides, stored, bodies] },
  },
  {
    // What runs in browsers: what one of package.json's cannot do is asked for first.
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['app/**/*.{server,test,action,resource}.{ts,tsx}'],
    plugins: { compat },
    rules: { 'compat/compat': 'error' },
  },
  {
    files: bodyReaders,
    rules: { 'no-restricted-syntax': ['error', environment, waits, network, insides, stored] },
  },
  {
    files: ['app/platform/{env,read-ahead}.server.ts'],
    rules: { 'no-restricted-syntax': ['error', waits, network, insides] },
  },
  {
    files: ['app/framework/**'],
    rules: { 'no-restricted-syntax': ['error', environment, waits, network, stored, bodies] },
  },
  {
    files: ['app/routes.ts'],
    rules: { 'no-restricted-syntax': ['error', environment, waits, network, insides, addresses] },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**', 'sandbox/**', 'scripts/**', '*.config.{ts,js}'],
    rules: { ...imports(), 'no-restricted-syntax': ['error', fileAddresses], 'no-console': 'off' },
  },
  {
    // Where React is: its rules compile each function to understand it, which takes their time.
    files: ['app/**/*.{ts,tsx}', '**/*.tsx'],
    ignores: ['**/*.server.ts', '**/*.test.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, 'react-hooks/set-state-in-effect': 'off' },
  },
  {
    // Playwright's fixtures take an object even when it is empty.
    files: ['tests/e2e/**'],
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['tests/e2e/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', navigation, fileAddresses] },
  },
)
