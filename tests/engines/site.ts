import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { createVisitor, signIn } from '../support/visitor'
import { startNetwork } from '../support/network-conditions'
import type { Engine } from './engine'

export type Site = Awaited<ReturnType<typeof openSite>>

/**
 * The built application behind a network that can fail, for one engine.
 * @param env replaces settings of the application
 */
export async function openSite(env: Record<string, string>) {
  const { url, sandbox, close } = await startSandbox({ port: 0 })
  const network = await startNetwork()
  const { origin } = network
  const app = await startApp(url, { PUBLIC_ORIGIN: origin, ...env })
  network.forwardTo(app.address)
  let phones = 0
  const next = (beginning: string) => `${beginning}${String(++phones).padStart(4, '0')}`
  return {
    origin,
    network,
    sandbox,
    log: app.log,
    /** The phone of an unregistered person. */
    newcomer: () => next('7901555'),
    /** Signs a shopper in with the engine. */
    async enter(engine: Engine) {
      const visitor = createVisitor(app.address, origin)
      await signIn(visitor, sandbox, next('7907555'))
      visitor.cookies.set('v1_consent', 'refused')
      await engine.setCookies(origin, visitor.cookies)
    },
    async close() {
      await app.stop()
      await network.close()
      await close()
    },
  }
}
