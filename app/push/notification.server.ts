import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { notice, refuse } from '~/forms/form-response.server'
import { formError } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'
import { allConsents, type ConsentName, type Consents } from '~/domain/consents'

import { writeInOrder } from '~/session/consent-order.server'

const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const tickedEach = Object.fromEntries(allConsents.map(({ name }) => [name, ticked])) as Record<
  ConsentName,
  typeof ticked
>

/** The result of saving consents. */
interface Saving {
  kind: 'saved' | 'unavailable'
}

/** Saves the named consents; the later of two parallel changes wins. */
export async function saveConsents(
  context: AppLoadContext,
  change: Partial<Consents>,
): Promise<Saving> {
  const { gateways, analytics } = context
  try {
    const consents = await writeInOrder(context, change, (newest) =>
      gateways.account.updatePermissions(newest),
    )
    if (consents === null) return unavailable()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return unavailable()
  }
  for (const { name } of allConsents) {
    const is_permitted = change[name]
    if (is_permitted !== undefined)
      analytics.track('Consents:Save', { consent: name, is_permitted })
  }
  return { kind: 'saved' }

  function unavailable(): Saving {
    analytics.track('Consents:Error', {})
    return { kind: 'unavailable' }
  }
}

/**
 * Reads all eight consents. Unticked boxes are not sent and mean no, except for consents that the
 * form could not show.
 */
export const consentsForm = defineForm({
  name: 'consents',
  schema: z.object({ ...tickedEach, unknown: z.array(z.string()) }),
  call({ context, value: { unknown, ...given } }) {
    const shown = Object.entries(given).filter(([name]) => !unknown.includes(name))
    return saveConsents(context, Object.fromEntries(shown))
  },
  onResult: {
    saved: notice({ type: 'success', title: 'Сохранили' }),
    unavailable: refuse(formError('Сохранить пока не удалось. Попробуйте ещё раз'), {
      status: 503,
    }),
  },
  advanced: {
    onInvalid: () => refuse(formError('Не удалось прочитать форму. Откройте страницу заново')),
  },
})
