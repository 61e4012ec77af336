// Runs the units, loaders and actions that changed files (its arguments) can reach. The nearest ones come first, because
// a change of a common file reaches more tests than fit into the time.
import { statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, relative, resolve } from 'node:path'

import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'

/** After this time no further test begins. */
const MAX_SECONDS = 20

/** Folders on the way from one file to another. */
const distance = (one: string, other: string) =>
  relative(dirname(one), dirname(other)).split('/').filter(Boolean).length

const stem = (path: string) => path.replace(/(?:\.test)?\.tsx?$/, '')
const isTestOf = (test: string, file: string) => stem(test) === stem(file)

/** Tests of a changed file come first, then those of its folder; small files before large ones. */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = this.ctx.config.related ?? []
    const far = (test: string) =>
      Math.min(...changed.map((file) => (isTestOf(test, file) ? -1 : distance(test, file))))
    const ranked = files.map((file) => {
      const { moduleId } = file
      return { file, far: far(moduleId), size: statSync(moduleId).size }
    })
    ranked.sort((one, other) => one.far - other.far || one.size - other.size)
    return Promise.resolve(ranked.map(({ file }) => file))
  }
}

// Types and lint run beside it and have no such limit, so they get the processor first.
setPriority(10)
const vitest = await createVitest('test', {
  ...{ run: true, passWithNoTests: true, reporters: ['dot'] },
  related: process.argv.slice(2).map((file) => resolve(file)),
  project: ['unit', 'mocked', 'routes'],
  experimental: { fsModuleCache: true },
  sequence: { sequencer: NearestFirst },
})
const timer = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), MAX_SECONDS * 1000)
const { testModules, unhandledErrors } = await vitest.start()
clearTimeout(timer)
const left = testModules.filter((file) => !['passed', 'failed'].includes(file.state())).length
if (left > 0)
  console.log(
    `\nTime is up: ${left} of ${testModules.length} files did not end. npm test runs them.`,
  )
const isGood =
  testModules.every((file) => file.state() !== 'failed') && unhandledErrors.length === 0
await vitest.close()
process.exit(isGood ? 0 : 1)
