import type { Denials } from './denials.server'
import type { AskGateway, Refresher } from './refresh.server'

/** What a session asks about itself. */
export interface SessionOptions {
  denials: Denials
  refresher: Refresher
  askGateway: AskGateway
  now?: () => number
}
