import type { HttpHandler } from 'msw'

import type { ReceivedCall } from './calls'
import { serve, serveUnknown } from './endpoint'
import { createFaults, type Faults } from './faults'
import { account } from './handlers/account'
import { captcha } from './handlers/captcha'
import { catalogue } from './handlers/catalogue'
import { control } from './handlers/control'
import { fraud } from './handlers/fraud'
import { identity } from './handlers/identity'
import { pictures } from './handlers/pictures'
import { promotions } from './handlers/promotions'
import { purchases } from './handlers/purchases'
import { stores } from './handlers/stores'
import { tiles } from './handlers/tiles'
import { createInbox, type Inbox } from './inbox'
import { getImageOrigin, type SandboxOptions } from './settings'
import { createState, type State } from './state'

/** Both gateways, the fraud service and a captcha, with their own state. */
export interface Sandbox {
  /** For `setupServer(...)` of msw, or for `startSandbox`. They respond on any origin. */
  handlers: HttpHandler[]
  state: State
  faults: Faults
  inbox: Inbox
  /** The last 5000 calls, oldest first. */
  calls: ReceivedCall[]
  /** Resets shoppers, codes, tokens, texts, calls, faults and settings. */
  reset(): void
}

/** Makes a sandbox; several in one process share no state. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const state = createState(options)
  const faults = createFaults()
  const inbox = createInbox()
  const calls: ReceivedCall[] = []
  const context = { state, faults, calls }
  const imageOrigin = getImageOrigin(options)

  const reset = () => {
    state.reset()
    faults.clear()
    inbox.reset()
    calls.length = 0
  }

  const endpoints = [
    ...identity(state, inbox),
    ...account(state, imageOrigin),
    ...stores(state),
    ...catalogue(state, imageOrigin),
    ...promotions(state, imageOrigin),
    ...purchases(state),
    ...fraud(),
    ...captcha(state),
  ]
  const handlers = [
    ...serve(endpoints, context),
    ...control(context, inbox, reset),
    ...pictures,
    ...tiles,
    ...serveUnknown(context),
  ]
  return { handlers, state, faults, inbox, calls, reset }
}
