import type { RevokedSessions } from './revoked-sessions.server'
import type { AskGateway, Refresher } from './refresh.server'

/** Services and data that a session uses. */
export interface SessionOptions {
  revokedSessions: RevokedSessions
  refresher: Refresher
  askGateway: AskGateway
  now?: () => number
}
