import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const named = /\.([a-z_][\w-]*)|@keyframes\s+([\w-]+)/gi

/**
 * Names for what CSS modules name, `c` and two letters each: that saves a
 * twentieth of a compressed page against hashed names (docs/performance.md). They are counted over all modules below the folder, in the order of their
 * paths, so that both halves of a build and the next build agree.
 * @returns for Vite's `css.modules.generateScopedName`; throws for a name that no module has
 */
export function createClassNames(folder: string): (name: string, file: string) => string {
  const numbers = new Map<string, number>()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of files.filter((each) => each.endsWith('.module.css')).sort()) {
    const file = join(folder, path)
    const css = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, className, keyframes] of css.matchAll(named)) {
      const key = `${file}:${className ?? keyframes}`
      if (!numbers.has(key)) numbers.set(key, numbers.size)
    }
  }
  if (numbers.size > DIGITS.length ** 2) throw new Error('More classes than names of two letters')
  return (name, file) => {
    const number = numbers.get(`${file.replace(/\?.*/, '')}:${name}`)
    if (number === undefined) throw new Error(`${file} has no ${name}`)
    return `c${DIGITS[Math.floor(number / DIGITS.length)]}${DIGITS[number % DIGITS.length]}`
  }
}
