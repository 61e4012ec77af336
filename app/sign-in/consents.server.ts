import type { AppLoadContext } from '@remix-run/node'

import { errorCodeOf } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { log } from '~/platform/log.server'
import type { PendingConsents } from '~/session/session-shapes.server'

/**
 * Tells the gateway of the consents that were given at registration, whichever sign-in comes after it
 * (specification, section 4). The shopper is a member by now: a failure is told, and can be mended,
 * but stops nothing.
 * @param consents as they were kept before the sign-in, which ends what was kept
 */
export async function sendConsents(
  { session, gateways, seenAccount, requestId }: AppLoadContext,
  consents: PendingConsents | null,
  userId: string,
): Promise<void> {
  if (consents?.userId !== userId) return
  const { isSmsPermitted, isEmailPermitted } = consents
  if (!isSmsPermitted && !isEmailPermitted) return
  try {
    const consents = await gateways.account.updatePermissions({
      ...(isSmsPermitted && { isSmsPermitted }),
      ...(isEmailPermitted && { isEmailPermitted }),
    })
    await seenAccount.noteOwn({ consents })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, endpoint } = error
    log.warn(
      { requestId, kind, endpoint, code: errorCodeOf(error) },
      'the consents of a registration were not saved',
    )
    session.flash({
      type: 'warning',
      title: 'Карта готова, но согласия не сохранились',
      description: 'Рассылки пока выключены: включите их в профиле, в разделе «Уведомления».',
    })
  }
}
