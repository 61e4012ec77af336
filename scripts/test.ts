// Every check of the project. Ends with the line «N passed, N failed», where each step that is not a
// test suite counts as one; what failed is named once more before it, because a long log is often kept
// only in part. How the steps are packed, and what they cost: docs/development.md.
import './help.mjs'
import { command, ownNode, playwright, shippedNode, vitest, type Runtime } from './test/commands'
import { aloud, sayAll } from './test/say'
import { runSteps, tryAgain, type Step } from './test/schedule'

/** What is timed has been seen to hold with so many kept busy, however many there are. */
const CORES = 2
const run = (steps: Step[]) => runSteps(steps, CORES, aloud)

const ended = await run([
  {
    title: 'tools',
    cores: CORES,
    check: () => command(ownNode, 'bash', 'scripts/ensure-tools.sh'),
  },
])

// All is run on the Node that ships, the tests' own code too, but for what the machine's own is there for.
const shipped = shippedNode()
const npm = (script: string) => () => command(shipped, 'npm', 'run', '--silent', script)
const suite =
  (runtime: Runtime, project: string) =>
  (files: readonly string[] = []) =>
    vitest(runtime, [project], {}, ...files)
const build = 'build'

/**
 * Three lanes: faults, which wait most of the time, attacks, which do so too, and HTTP, and after that what is
 * busy, one by one. The lane that is the longest begins first.
 */
const steps: Step[] = [
  {
    title: build,
    cores: 1,
    check: () => command(ownNode, 'npm', 'run', '--silent', 'build'),
  },
  { title: 'types', cores: 1, check: npm('typecheck') },
  { title: 'lint', cores: 0.9, check: npm('lint') },
  {
    title: 'faults, fuzz and several containers, the quick part',
    cores: 0.6,
    after: [build],
    check: suite(shipped, 'resilience'),
  },
  {
    title: 'the built application over HTTP',
    cores: 0.9,
    after: [build],
    check: suite(shipped, 'http'),
  },
  {
    title: 'attacks on the built application',
    cores: 0.5,
    after: [build],
    check: suite(shipped, 'security'),
  },
  {
    title: 'what screens are made of',
    cores: 0.9,
    after: [build],
    check: suite(shipped, 'screens'),
  },
  {
    title: `commands, and what a Node can differ in, ${ownNode.name}`,
    cores: 0.9,
    after: [build],
    check: suite(ownNode, 'own-node'),
  },
  {
    title: 'unit tests and what is deployed',
    cores: 0.9,
    check: (files = []) =>
      vitest(shipped, ['unit', 'mocked', 'deploy'], { UNIT_WORKERS: '1' }, ...files),
  },
  {
    title: 'loaders and actions',
    cores: 0.9,
    check: (files = []) => vitest(shipped, ['routes'], { UNIT_WORKERS: '2' }, ...files),
  },
  {
    title: "an operator's day",
    cores: 0.5,
    after: [build],
    check: suite(shipped, 'operations'),
  },
  {
    title: 'a day in Firefox and in WebKit',
    cores: 0.9,
    after: [build],
    check: suite(shipped, 'engines'),
  },
  { title: 'licences', cores: 0.9, check: npm('check:licences') },
]
ended.push(...(await tryAgain(steps, await run(steps), aloud)))

// Two browsers at a time fill both cores, and what they show is timed: nothing else runs beside them. A third
// makes each test half as long again, and the run no shorter.
ended.push(
  ...(await run([
    {
      title: 'journeys in a browser',
      cores: CORES,
      check: () => playwright(shipped),
    },
  ])),
)

process.exit(sayAll(ended) ? 0 : 1)
