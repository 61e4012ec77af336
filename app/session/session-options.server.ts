import type { RevokedSessions } from './revoked-sessions.server'
import type { AskGateway, Refresher } from './refresh.server'

/** What a session asks about itself. */
export interface SessionOptions {
  revokedSessions: RevokedSessions
  refresher: Refresher
  askGateway: AskGateway
  now?: () => number
}
