/**
 * Limits a browser call that may throw, reject or never answer, as in in-app browsers.
 * @throws the browser's error, or an error after the time
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
