import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface Checker {
  findCachedJava(): string | null
}

/** Java for the HTML checker: `JAVA_HOME`'s, the system's, or the checker's own; null without one. */
export function findJava(): string | null {
  const checker = createRequire(import.meta.url)('vnu-jar/vnu-java-downloader.js') as Checker
  const home = process.env.JAVA_HOME
  const candidates = [home && join(home, 'bin', 'java'), 'java', checker.findCachedJava()]
  return candidates.find((java) => java && spawnSync(java, ['-version']).status === 0) || null
}
