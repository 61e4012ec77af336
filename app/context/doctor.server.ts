/**
 * Says of everything around this installation whether it can be reached and is as it should be
 * (`--doctor`). What looks is loaded for this alone.
 * @returns whether nothing is wrong
 */
export async function runDoctor(write: (line: string) => void): Promise<boolean> {
  return (await import('./doctor-checks.server')).runDoctor(write)
}
