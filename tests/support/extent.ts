/** `RESILIENCE=full` runs every fault and every number of cases; else a quick part of them. */
export const isFull = process.env.RESILIENCE === 'full'

/** A number of cases: all of them, or a share that fits into `npm test`. */
export const cases = (full: number, quick: number) =>
  isFull ? Number(process.env.RESILIENCE_CASES ?? full) : quick
