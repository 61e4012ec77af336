import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice, redirectBack, redirectTo } from '~/forms/form-response.server'

import { numberMark, otherNumber } from './code.server'
import { keepCodeRequest, keepPause, requestCode } from './request-code.server'
import { pathWithReturnTo } from './sign-in.server'

const failed = notice({ type: 'error', title: 'Код не отправлен. Попробуйте чуть позже' })

/** Sends a new code to the same phone after the last one has expired. */
const form = defineAction(({ context }) => pathWithReturnTo(context, '/login/code'), {
  name: 'sign-in',
  async guard({ request, context }: ActionFunctionArgs) {
    const { codeRequest, loyaltyCode } = context.session
    if (codeRequest) return codeRequest
    throw redirect(pathWithReturnTo(context, loyaltyCode ? '/login/code' : '/login', request), 303)
  },
  schema: z.object({ number: z.string().optional() }),
  async call({ context, guardResult, value }) {
    const isOther = value.number && value.number !== numberMark(context, guardResult)
    return isOther ? { kind: 'otherNumber' as const } : requestCode(context, guardResult.phone)
  },
  track({ context }, { kind: result }) {
    if (result !== 'otherNumber') context.analytics.track('Code:Resend', { result })
  },
  onResult: {
    sent({ context, guardResult }, result) {
      keepCodeRequest(context, result)
      if (result.attemptId === guardResult.attemptId) return redirectBack
      return notice({ type: 'success', title: 'Отправили новый код' })
    },
    paused({ context }, result) {
      keepPause(context, result)
      return redirectTo(pathWithReturnTo(context, '/login/pause'))
    },
    captcha: ({ context }) => redirectTo(pathWithReturnTo(context, '/login?captcha')),
    otherNumber: ({ guardResult }) => notice({ type: 'warning', title: otherNumber(guardResult) }),
    refused: failed,
    unavailable: failed,
  },
})

export const action = form.action
export const loader = form.loader
