import type { AppLoadContext } from '@remix-run/node'

import { errorCodeOf } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { log } from '~/platform/log.server'
import { writeInOrder } from '~/session/consent-order.server'
import type { PendingConsents } from '~/session/session-schemas.server'

/**
 * Sends the consents of a registration after the next sign-in (specification 4.17), in order
 * with later changes of the shopper. An error is shown and can be corrected, but stops no sign-in.
 * @param consents the stored consents, read before the sign-in removes them
 */
export async function sendConsents(
  context: AppLoadContext,
  consents: PendingConsents | null,
  userId: string,
): Promise<void> {
  const { session, gateways, requestId } = context
  if (consents?.userId !== userId) return
  const { isSmsPermitted, isEmailPermitted } = consents
  if (!isSmsPermitted && !isEmailPermitted) return
  const given = {
    ...(isSmsPermitted && { isSmsPermitted }),
    ...(isEmailPermitted && { isEmailPermitted }),
  }
  try {
    const consents = await writeInOrder(context, given, (newest) =>
      gateways.account.updatePermissions(newest),
    )
    if (consents) return
    log.warn({ requestId }, 'registration consents not sent: lock wait timed out')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, endpoint } = error
    log.warn(
      { requestId, kind, endpoint, code: errorCodeOf(error) },
      'registration consents not saved',
    )
  }
  session.flash({
    type: 'warning',
    title: 'Карта готова, но согласия не сохранились',
    description: 'Рассылки пока выключены: включите их в профиле, в разделе «Уведомления».',
  })
}
