import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runSteps, tryAgain, type Count, type Step } from './schedule'

/** Steps that end in their turn, and what is told of them. */
function rehearsal() {
  const told: string[] = []
  const ends = new Map<string, () => void>()
  const step = (title: string, cores: number, after: string[] = []): Step => ({
    title,
    cores,
    after,
    check: () => new Promise((resolve) => ends.set(title, () => resolve({ passed: 1, failed: 0 }))),
  })
  const tell = {
    begins: (title: string) => void told.push(`+${title}`),
    ends: ({ title }: { title: string }) => void told.push(`-${title}`),
  }
  const end = async (title: string) => {
    ends.get(title)?.()
    await sleep(0)
  }
  return { told, step, tell, end }
}

test('steps run side by side while there are cores for them, who fits goes before who does not', async () => {
  const { told, step, tell, end } = rehearsal()
  const steps = [step('a', 1), step('b', 0.9), step('c', 1), step('d', 0.1)]
  const whole = runSteps(steps, 2, tell)
  expect(told).toEqual(['+a', '+b', '+d'])
  await end('b')
  expect(told.slice(3)).toEqual(['-b'])
  await end('d')
  expect(told.slice(4)).toEqual(['-d', '+c'])
  await end('a')
  await end('c')
  expect((await whole).map(({ title }) => title)).toEqual(['b', 'd', 'a', 'c'])
})

test('a step waits for those that it comes after, also when they fail', async () => {
  const { told, step, tell, end } = rehearsal()
  const broken = { ...step('build', 1), check: () => Promise.reject(new Error('no build')) }
  const whole = runSteps([broken, step('http', 1, ['build']), step('units', 1)], 2, tell)
  expect(told).toEqual(['+build', '+units'])
  await sleep(0)
  expect(told.slice(2)).toEqual(['-build', '+http'])
  await end('http')
  await end('units')
  const [first] = await whole
  expect(first?.count).toEqual({ passed: 0, failed: 1, failures: ['Error: no build'] })
})

test('a step that wants more than there is runs alone', async () => {
  const { told, step, tell, end } = rehearsal()
  const whole = runSteps([step('a', 0.5), step('all', 4), step('b', 0.5)], 2, tell)
  expect(told).toEqual(['+a', '+b'])
  await end('a')
  await end('b')
  expect(told.slice(-1)).toEqual(['+all'])
  await end('all')
  await whole
})

test('a step cannot come after what is not before it', async () => {
  const { step } = rehearsal()
  await expect(runSteps([step('a', 1, ['b']), step('b', 1)], 2)).rejects.toThrow('«a» comes after')
})

/** A suite in which a file fails at first, and then ends as told. */
function suite(title: string, second: Count, files = ['b.test.ts']) {
  const asked: (readonly string[] | undefined)[] = []
  const step: Step = {
    title,
    cores: 1,
    check: async (only) => {
      asked.push(only)
      if (only) return second
      const again = { files, passedElsewhere: 5 }
      return { passed: 6, failed: 1, failures: ['late: not yet'], again }
    },
  }
  return { asked, step }
}

test('only the files in which something failed are tried again, and what they come to then counts', async () => {
  const good = suite('http', { passed: 2, failed: 0 })
  const bad = suite('units', { passed: 1, failed: 1, failures: ['late: never'] })
  const steps = [
    good.step,
    bad.step,
    { title: 'lint', cores: 1, check: async () => ({ passed: 0, failed: 1 }) },
  ]
  const told: string[] = []
  const first = await runSteps(steps, 1)
  const last = await tryAgain(steps, first, { begins: (title) => void told.push(title) })
  expect(last.map(({ title, count }) => [title, count])).toEqual([
    ['http', { passed: 7, failed: 0, failures: undefined, secondTries: ['late: not yet'] }],
    ['units', { passed: 6, failed: 1, failures: ['late: never'], secondTries: ['late: not yet'] }],
    ['lint', { passed: 0, failed: 1 }],
  ])
  expect([good.asked, bad.asked]).toEqual([
    [undefined, ['b.test.ts']],
    [undefined, ['b.test.ts']],
  ])
  expect(told).toEqual(['http, once more', 'units, once more'])
})

test('what fails in many files is broken, and not tried again', async () => {
  const files = Array.from({ length: 9 }, (_, at) => `${at}.test.ts`)
  const { asked, step } = suite('http', { passed: 2, failed: 0 }, files)
  const first = await runSteps([step], 1)
  expect(await tryAgain([step], first)).toEqual(first)
  expect(asked).toEqual([undefined])
})
