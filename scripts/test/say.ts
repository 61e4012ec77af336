// What a run of checks says on the way and at its end.
import type { Ended } from './schedule'

/** So many tests of each suite are named with their time: where a run could be shorter. */
const SLOWEST = 8

/** For `runSteps`: each step is named when it begins, and with its count and its slowest tests when it ends. */
export const aloud = {
  begins: (title: string) => console.log(`\n— ${title} …`),
  ends({ title, count, seconds }: Ended): void {
    const { passed, failed, times = [] } = count
    for (const [name, ms] of times.sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
      console.log(`  ${(ms / 1000).toFixed(1)} s ${name}`)
    console.log(`— ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
  },
}

/**
 * Names what passed at its second try and, once more, what failed, and writes the last line, «N passed, N failed».
 * @returns whether all is well
 */
export function sayAll(ended: readonly Ended[]): boolean {
  for (const { title, count } of ended)
    for (const name of count.secondTries ?? [])
      console.log(`≈ ${title}, at the second try: ${name}`)
  for (const { title, count } of ended.filter((each) => each.count.failed > 0))
    for (const failure of count.failures?.length ? count.failures : [null])
      console.log(failure === null ? `✗ ${title}` : `✗ ${title}: ${failure}`)
  const sum = (kind: 'passed' | 'failed') =>
    ended.reduce((total, { count }) => total + count[kind], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0
}
