// Runs the units, loaders and actions that changed files (its arguments) can reach. The nearest ones come first, because
// a change of a common file reaches more tests than fit into the time.
import { statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

import { BaseSequencer, createVitest, type Reporter, type TestSpecification } from 'vitest/node'

/** After this time, counted from the first test, no further test begins. */
const MAX_MS = 12_000

/** Changed tests and those of changed files, which are never left out, until they have run. */
const nearest = new Set<string>()

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
    for (const { file, far: distance } of ranked) if (distance < 0) nearest.add(file.moduleId)
    ranked.sort((one, other) => one.far - other.far || one.size - other.size)
    return Promise.resolve(ranked.map(({ file }) => file))
  }
}

let startedAt = 0
const progress: Reporter = {
  onTestModuleStart: () => void (startedAt ||= Date.now()),
  onTestModuleEnd: ({ moduleId }) => void nearest.delete(moduleId),
}

const vitest = await createVitest('test', {
  ...{ run: true, passWithNoTests: true, reporters: ['dot', progress] },
  related: process.argv.slice(2).map((file) => resolve(file)),
  project: ['unit', 'mocked', 'routes'],
  experimental: { fsModuleCache: true },
  sequence: { sequencer: NearestFirst },
})
const timer = setInterval(() => {
  const isLate = startedAt > 0 && Date.now() - startedAt > MAX_MS
  if (isLate && nearest.size === 0) void vitest.cancelCurrentRun('keyboard-input')
}, 250)
const { testModules, unhandledErrors } = await vitest.start()
clearInterval(timer)
const left = testModules.filter((file) => !['passed', 'failed'].includes(file.state()))
if (left.length > 0)
  console.log(
    `\nNot run, left to npm test: ${left.map(({ moduleId }) => relative('.', moduleId)).join(' ')}`,
  )
const isGood =
  testModules.every((file) => file.state() !== 'failed') &&
  (testModules.length === 0 || left.length < testModules.length) &&
  unhandledErrors.length === 0
await vitest.close()
process.exit(isGood ? 0 : 1)
