import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'

/** Identifies a shopper's data in the browser without revealing the shopper's id. */
export async function userHash({ session }: Pick<AppLoadContext, 'session'>): Promise<string> {
  return hashUserId((await session.userId()) ?? '')
}

export function hashUserId(userId: string): string {
  return createHash('sha256').update(`card-owner:${userId}`).digest('base64url').slice(0, 16)
}

/** Validates a user hash sent by a browser; null for anything else. */
export function readUserHash(value: string | null | undefined): string | null {
  return value && /^[\w-]{16}$/.test(value) ? value : null
}
