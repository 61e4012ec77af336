/**
 * Settles like the work, or after the time with the result of `onTimeout`. The work itself goes on.
 * @throws the error of the work or of `onTimeout`; by default an error after the time
 */
export async function withTimeout<Value, Late = never>(
  work: () => PromiseLike<Value>,
  limitMs: number,
  onTimeout: () => Late | PromiseLike<Late> = () => {
    throw new Error('took too long')
  },
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  try {
    return await Promise.race([work(), late.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}
