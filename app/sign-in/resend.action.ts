import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { requireGuest } from '~/session/guards.server'

import { keepCodeRequest, keepPause, requestCode } from './request-code.server'
import { onTheWay } from './sign-in.server'

const failed = {
  flash: {
    type: 'error',
    title: 'Не получилось отправить код. Попробуйте чуть позже',
  },
} as const

/** Sends a new code to the same phone, once the last one has run out. */
const form = defineForm({
  name: 'code',
  switch: 'sign-in',
  async guard({ request, context }: ActionFunctionArgs) {
    await requireGuest(request, context)
    const { codeRequest, loyaltyCode } = context.session
    if (codeRequest) return codeRequest
    throw redirect(onTheWay(context, loyaltyCode ? '/login/code' : '/login', request), 303)
  },
  schema: z.object({}),
  repeat: 'once',
  call: ({ context, known }) => requestCode(context, known.phone),
  note: ({ context }, { word: result }) => context.analytics.track('Code:Resend', { result }),
  endings: {
    sent({ context, known }, came) {
      keepCodeRequest(context, came)
      if (came.attemptId === known.attemptId) return {}
      return { flash: { type: 'success', title: 'Отправили новый код' } }
    },
    paused({ context }, came) {
      keepPause(context, came)
      return { to: onTheWay(context, '/login/pause') }
    },
    captcha: ({ context }) => ({ to: onTheWay(context, '/login?captcha') }),
    refused: failed,
    unavailable: failed,
  },
  leadsTo: ({ context }) => onTheWay(context, '/login/code'),
  page: '/login/code',
})

export const action = form.action
export const loader = form.loader
