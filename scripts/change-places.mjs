/**
 * A place in a file of the framework, written exactly as there, and what stands there instead.
 * @typedef {{ from: string, to: string, times?: number }} Change `times`: how often it stands there; once when it is not said
 */

/**
 * @param {string} file names it where it is not as expected
 * @param {string} code
 * @param {readonly Change[]} changes
 * @throws {Error} when it is not written as expected: another version, whose changes somebody has to look through
 */
export function changePlaces(file, code, changes) {
  return changes.reduce((text, { from, to, times = 1 }) => {
    const found = text.split(from).length - 1
    if (found !== times)
      throw new Error(`${file} has ${found} instead of ${times} of: ${from} (docs/framework.md)`)
    return text.replaceAll(from, () => to)
  }, code)
}
