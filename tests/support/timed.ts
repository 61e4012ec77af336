/** The result of some work, with its duration in milliseconds. */
export async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now()
  const value = await work
  return { value, ms: performance.now() - started }
}
