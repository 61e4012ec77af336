/** What a check found: a step that is not a suite of tests counts as one. */
export interface Count {
  passed: number
  failed: number
  /** The names of those that failed, as far as they have any. */
  failures?: string[]
  /** Those that passed at their second try, with what the first one said. */
  secondTries?: string[]
  /** What each test took, in milliseconds. */
  times?: [name: string, ms: number][]
  /** The files of tests in which something failed, and how many passed in all others. */
  again?: { files: string[]; passedElsewhere: number }
}

/** One step of the run. */
export interface Step {
  title: string
  /** How many cores it keeps busy, on average: what it has measured alone, CPU time by time. */
  cores: number
  /** Titles of steps that must have ended before it begins, however they ended. */
  after?: readonly string[]
  /** @param files of a suite of tests: only these */
  check: (files?: readonly string[]) => Promise<Count>
}

/** A step that has ended. */
export interface Ended {
  title: string
  count: Count
  seconds: number
}

/** Hears of each step when it begins and when it has ended. */
interface Listener {
  begins?: (title: string) => void
  ends?: (ended: Ended) => void
}

/**
 * Runs steps side by side: each begins, in their order, as soon as those that it comes after have ended
 * and there are cores left for it. One that wants more cores than there are runs alone.
 * @param cores how many there are to share
 * @returns the steps in the order in which they ended; a check that throws is one failure
 * @throws Error before anything is run, when a step comes after one that does not precede it in the list
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  tell: Listener = {},
): Promise<Ended[]> {
  steps.forEach(({ title, after = [] }, at) => {
    const before = steps.slice(0, at).map((step) => step.title)
    for (const each of after)
      if (!before.includes(each))
        throw new Error(`«${title}» comes after «${each}», which is not before it`)
  })
  const waiting = [...steps]
  const running = new Map<Step, Promise<void>>()
  const ended: Ended[] = []
  const mayBegin = ({ after = [], cores: wanted }: Step) => {
    if (!after.every((title) => ended.some((each) => each.title === title))) return false
    const taken = [...running.keys()].reduce((sum, step) => sum + step.cores, 0)
    // Tenths do not add up exactly.
    return running.size === 0 || taken + wanted <= cores + 0.001
  }
  const begin = async (step: Step) => {
    const started = performance.now()
    tell.begins?.(step.title)
    const count = await step
      .check()
      .catch((error: unknown) => ({ passed: 0, failed: 1, failures: [String(error)] }))
    const seconds = Math.round((performance.now() - started) / 1000)
    running.delete(step)
    ended.push({ title: step.title, count, seconds })
    tell.ends?.({ title: step.title, count, seconds })
  }
  while (waiting.length > 0 || running.size > 0) {
    for (const step of [...waiting]) {
      if (!mayBegin(step)) continue
      waiting.splice(waiting.indexOf(step), 1)
      running.set(step, begin(step))
    }
    await Promise.race(running.values())
  }
  return ended
}

/** What is broken in more files than this is no machine that stood still. */
const MOST_AGAIN = 8

/**
 * Gives the files of tests in which something failed a second try, one step after the other, with nothing beside them: a
 * machine with other work can stand still for longer than a screen waits for one of its blocks. What passes then
 * is named among the second tries, with what the first one said.
 * @param ended what `runSteps` returned for these steps; nothing is tried again where too many files failed
 * @returns the same with what came of the second try in place of the first
 */
export async function tryAgain(
  steps: readonly Step[],
  ended: readonly Ended[],
  tell: Listener = {},
): Promise<Ended[]> {
  const files = ended.flatMap(({ count }) => count.again?.files ?? [])
  if (files.length > MOST_AGAIN) return [...ended]
  const last: Ended[] = []
  for (const each of ended) {
    const { title, count } = each
    const step = steps.find((one) => one.title === title)
    if (!count.again || !step) {
      last.push(each)
      continue
    }
    const named = { ...step, title: `${title}, once more`, after: [] }
    const [second] = await runSteps(
      [{ ...named, check: () => step.check(count.again?.files) }],
      step.cores,
      tell,
    )
    const { passed, failed, failures } = second!.count
    last.push({
      title,
      seconds: each.seconds + second!.seconds,
      count: {
        passed: count.again.passedElsewhere + passed,
        failed,
        failures,
        secondTries: count.failures,
      },
    })
  }
  return last
}
