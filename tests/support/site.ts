import { afterAll } from 'vitest'

import { startSandbox, type SandboxServerOptions } from '../../sandbox/server'
import { startApp } from './app-process'
import { createVisitor, signIn } from './visitor'

/**
 * The built application and its sandbox for the tests of a file, which stop with them.
 * @param settings of the application
 */
export async function startSite(
  settings: Record<string, string> = {},
  options: Partial<SandboxServerOptions> = {},
) {
  const server = await startSandbox({ port: 0, ...options })
  const app = await startApp(server.url, settings)
  afterAll(async () => {
    await app.stop()
    await server.close()
  })
  const { sandbox } = server
  let lastPhone = 79050000000
  const newPhone = () => String((lastPhone += 1))
  const guest = () => createVisitor(app.address, app.origin)
  return {
    ...{ app, server, sandbox, newPhone, guest },
    /** A signed-in visitor with this phone, or with a new one. */
    async signedIn(phone = newPhone()) {
      const visitor = guest()
      await signIn(visitor, sandbox, phone)
      return visitor
    },
  }
}

/** Stops a process or server after the tests of the file, the last started one first. */
export function untilEnd<Started extends { stop(): unknown } | { close(): unknown }>(
  started: Started,
): Started {
  afterAll(async () => {
    await ('stop' in started ? started.stop() : started.close())
  })
  return started
}
