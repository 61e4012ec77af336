import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runSteps, type Step } from './schedule'

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
