import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** A Java to run the HTML checker with: `JAVA_HOME`'s or the system's; null for none. */
export function findJava(): string | null {
  const home = process.env.JAVA_HOME
  const candidates = [...(home ? [join(home, 'bin', 'java')] : []), 'java']
  return candidates.find((java) => spawnSync(java, ['-version']).status === 0) ?? null
}
