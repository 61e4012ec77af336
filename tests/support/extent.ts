/** `RESILIENCE=full` runs every fault and every case; otherwise a part of them runs. */
export const isFull = process.env.RESILIENCE === 'full'

/** The number of cases: all, or a share that fits into a suite. */
export const cases = (full: number, quick: number) =>
  isFull ? Number(process.env.RESILIENCE_CASES ?? full) : quick
