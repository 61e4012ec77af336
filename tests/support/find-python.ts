import { spawnSync } from 'node:child_process'

const hasLibrary = (python: string) => spawnSync(python, ['-c', 'import icalendar']).status === 0

/**
 * A Python with the library `icalendar`: Debian installs it for its own one.
 * @throws Error without one
 */
export function findPython(): string {
  const found = ['python3', '/usr/bin/python3'].find(hasLibrary)
  if (!found)
    throw new Error('no Python with icalendar: `npx tsx scripts/ensure-tools.ts` installs it')
  return found
}
