// Runs the units, loaders and actions that a change since the last commit can reach. The nearest ones come first, because
// a change of a common file reaches more tests than fit into the time.
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'

/** After this time no further test begins. */
const MOST_SECONDS = 40

/** Folders on the way from one file to another. */
function distance(one: string, other: string): number {
  const [from, to] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)]
  const shared = from.findIndex((folder, index) => folder !== to[index])
  const common = shared < 0 ? from.length : shared
  return from.length + to.length - 2 * common
}

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = this.ctx.config.related ?? []
    const far = ({ moduleId }: TestSpecification) =>
      Math.min(...changed.map((file) => distance(moduleId, file)))
    return (await super.sort(files)).toSorted((one, other) => far(one) - far(other))
  }
}

const vitest = await createVitest('test', {
  ...{ run: true, changed: true, passWithNoTests: true, reporters: ['dot'] },
  project: ['unit', 'mocked', 'routes'],
  experimental: { fsModuleCache: true },
  sequence: { sequencer: NearestFirst },
})
const timer = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), MOST_SECONDS * 1000)
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
