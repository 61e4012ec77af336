import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { createVisitor, signIn } from '../support/visitor'
import { startNetwork, type Network } from '../support/network-conditions'
import type { Engine } from './engine'

/** The built application behind a network that can fail, for one engine. */
export interface Site {
  origin: string
  network: Network
  sandbox: SandboxServer['sandbox']
  /** The application's log. */
  log(): string
  /** The phone of an unregistered person. */
  newcomer(): string
  /** Signs a shopper in with the engine. */
  enter(engine: Engine): Promise<void>
  close(): Promise<void>
}

/** @param env replaces settings of the application */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
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
    newcomer: () => next('7901555'),
    async enter(engine) {
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
