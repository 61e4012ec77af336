// Every check of the project. Ends with the line «N passed, N failed», where each step that is not a
// test suite counts as one; what failed is named once more before it, because a long log is often kept
// only in part. How the steps are packed, and what they cost: docs/development.md.
import {
  besideShipped,
  command,
  otherRuntime,
  ownRuntime,
  playwright,
  vitest,
  withWorkers,
} from './test/commands'
import { aloud, sayAll } from './test/say'
import { runSteps, type Step } from './test/schedule'

/** What is timed has been seen to hold with so many kept busy, however many there are. */
const CORES = 2
const run = (steps: Step[]) => runSteps(steps, CORES, aloud)

const npm = (script: string) => () => command('npm', 'run', '--silent', script)
const ended = await run([
  { title: 'tools', cores: CORES, check: () => command('bash', 'scripts/ensure-tools.sh') },
])

const build = 'build'
// The last is the Node that ships, where this machine has both.
const runtimes = otherRuntime().length > 0 ? [besideShipped, ...otherRuntime()] : [ownRuntime]
const shipped = runtimes.at(-1) ?? ownRuntime
const suites = {
  http: 'the built application over HTTP',
  resilience: 'faults, fuzz and several containers, the quick part',
  security: 'attacks on the built application',
} as const

/** A suite on each Node, one after the other. */
function onEach(suite: keyof typeof suites, cores: number): Step[] {
  const titles = runtimes.map(({ name }) => `${suites[suite]}, ${name}`)
  return runtimes.map((runtime, at) => ({
    title: titles[at] ?? '',
    cores,
    after: [build, ...titles.slice(0, at)],
    check: () => vitest([suite], runtime),
  }))
}

/**
 * Three lanes: faults, which wait most of the time, attacks, which do so too, and HTTP, and after that what is
 * busy, one by one. The lane that is the longest begins first.
 */
const steps: Step[] = [
  { title: build, cores: 1, check: npm('build') },
  { title: 'types', cores: 1, check: npm('typecheck') },
  { title: 'lint', cores: 0.9, check: npm('lint') },
  ...onEach('resilience', 0.6),
  ...onEach('http', 0.9),
  ...onEach('security', 0.5),
  {
    title: 'screens and commands, the same on every Node',
    cores: 0.9,
    after: [build],
    check: () => vitest(['screens'], shipped),
  },
  {
    title: 'unit tests and what is deployed',
    cores: 0.9,
    check: () => vitest(['unit', 'mocked', 'deploy'], withWorkers(1)),
  },
  { title: 'loaders and actions', cores: 0.9, check: () => vitest(['routes'], withWorkers(2)) },
  {
    title: "an operator's day",
    cores: 0.5,
    after: [build],
    check: () => vitest(['operations'], shipped),
  },
  {
    title: 'a day in Firefox and in WebKit',
    cores: 0.9,
    after: [build],
    check: () => vitest(['engines']),
  },
  { title: 'licences', cores: 0.9, check: npm('check:licences') },
]
ended.push(...(await run(steps)))

// Two browsers at a time fill both cores, and what they show is timed: nothing else runs beside them. A third
// makes each test half as long again, and the run no shorter.
ended.push(
  ...(await run([
    {
      title: `journeys in a browser, ${shipped.name}`,
      cores: CORES,
      check: () => playwright(shipped),
    },
  ])),
)

process.exit(sayAll(ended) ? 0 : 1)
