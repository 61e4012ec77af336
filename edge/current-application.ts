import type { Application } from '../app/framework/application.server'
import type { Build } from './exchange'

/** The application of the build that answers now, compiled once: in development that changes. */
export function createCurrentApplication(
  build: Build,
  currentBuild: (() => Promise<Build>) | undefined,
): () => Promise<Application> {
  const mode = currentBuild ? 'development' : 'production'
  const known = new WeakMap<Build, Application>()
  return async () => {
    const current = (await currentBuild?.()) ?? build
    const application = known.get(current) ?? current.entry.module.createApplication(current, mode)
    known.set(current, application)
    return application
  }
}
