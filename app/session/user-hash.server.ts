import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'

/** Tells what a browser keeps of this shopper from what it keeps of another, and says nothing of either. */
export async function userHash({ session }: Pick<AppLoadContext, 'session'>): Promise<string> {
  return hashUserId((await session.userId()) ?? '')
}

export function hashUserId(userId: string): string {
  return createHash('sha256').update(`card-owner:${userId}`).digest('base64url').slice(0, 16)
}

/** A tag that a browser brought back; null for anything else. */
export function readUserHash(value: string | null | undefined): string | null {
  return value && /^[\w-]{16}$/.test(value) ? value : null
}
