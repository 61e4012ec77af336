import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { requireShopper } from '~/session/guards.server'

const MOST_LETTERS = 3
const HOUR_MS = 3_600_000

export function loader() {
  throw redirect('/today')
}

/** Sends the letter that confirms the shopper's own address, at most three an hour. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const { gateways, session, store } = context
  const letters = await store.increment(`email:${await session.userId()}`, HOUR_MS)
  if (letters > MOST_LETTERS) {
    session.flash({
      type: 'warning',
      title: 'Письмо уже отправлено',
      description: 'Проверьте почту и папку «Спам». Ещё одно можно запросить через час.',
    })
    throw redirect('/today')
  }
  try {
    const { email } = await gateways.identity.getProfile()
    if (email) await gateways.identity.sendEmailConfirmation(email)
    session.flash({
      type: 'success',
      title: 'Письмо отправлено',
      description: 'Откройте его и перейдите по ссылке.',
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    session.flash({ type: 'error', title: 'Не получилось отправить письмо. Попробуйте чуть позже' })
  }
  throw redirect('/today')
}
