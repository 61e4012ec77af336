import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 30_000
const faults: string[] = []

/** Prints a finding, and counts a bad one. */
export function expect(isGood: boolean, message: string): void {
  console.log(`${isGood ? '  good ' : '  FAULT'} ${message}`)
  if (!isGood) faults.push(message)
}

/** Compares two values, and prints both. */
export function expectSame(found: unknown, wanted: unknown, message: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  expect(one === other, one === other ? `${message}: ${one}` : `${message}: ${one}, not ${other}`)
}

export const countFaults = () => faults.length

/** Waits at most half a minute for a condition. */
export async function becomes(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(100))
    try {
      if (await isTrue()) return true
    } catch {
      // Keeps waiting.
    }
  return false
}

export const answers = (url: string) => becomes(async () => (await fetch(url)).ok)
