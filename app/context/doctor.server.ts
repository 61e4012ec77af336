/**
 * Checks that everything around this installation is reachable and correct (`--doctor`). The checks
 * are loaded for this command only.
 * @returns false when a check failed
 */
export async function runDoctor(write: (line: string) => void): Promise<boolean> {
  return (await import('./doctor-checks.server')).runChecks(write)
}
