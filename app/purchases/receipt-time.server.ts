import type { AppLoadContext } from '@remix-run/node'

/**
 * How long a look may read receipts, in milliseconds: one page of ours is up to hundreds of calls of
 * the gateway, so who looks too often is shown what the list of operations alone tells.
 * @param ms what the look has otherwise
 */
export async function receiptTime(
  { limits, session }: Pick<AppLoadContext, 'limits' | 'session'>,
  ms: number,
): Promise<number> {
  const taken = await limits.take(['receiptLooks', String(await session.userId())])
  return taken.isOver ? 0 : ms
}
