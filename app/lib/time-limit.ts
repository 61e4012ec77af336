/**
 * Asks a browser for what it may refuse by a throw, by a rejection or by never answering, as
 * in-app browsers do.
 * @throws what the browser threw, or an error once the time is over
 */
export async function withTimeLimit<Value>(
  ask: () => Promise<Value>,
  limitMs: number,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the browser took too long')), limitMs)
  })
  try {
    return await Promise.race([ask(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
