import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import {
  captchaErrors,
  captchaFields,
  captchaSecrets,
  captchaToken,
  createChallenge,
  wasChallenged,
  type CaptchaChallenge,
} from '~/forms/captcha.server'
import { defineForm } from '~/forms/define-form.server'
import { wholeForm } from '~/forms/form-errors'
import { phonesIn } from '~/lib/phone'
import { safeReturnTo } from '~/lib/return-to'
import { requireGuest } from '~/session/guards.server'

import { blockedCookies } from './blocked-cookies'
import {
  keepCodeRequest,
  keepPause,
  requestCode,
  type CodeRequestOutcome,
} from './request-code.server'
import { onTheWay } from './sign-in.server'

const noPhone =
  'Проверьте номер: нужен российский мобильный, например +7\u00a0900\u00a0123\u201145\u201167'
const severalPhones = 'Здесь несколько номеров: оставьте один, на него придёт код'

const schema = z.object({
  phone: z.string({ error: 'Укажите номер телефона' }).transform((input, issues) => {
    const [phone, ...others] = phonesIn(input)
    if (phone && others.length === 0) return phone
    const message = phone ? severalPhones : noPhone
    issues.addIssue({ code: 'custom', message })
    return z.NEVER
  }),
  ...captchaFields,
})

/** Lets guests in, and seals where they are going: no later step may lose it. */
async function guard({ request, context }: ActionFunctionArgs): Promise<void> {
  await requireGuest(request, context)
  const asked = safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '')
  if (asked) context.session.returnTo = asked
}

/** Tells analytics what became of the phone form, and of the captcha on it. */
function note(
  { analytics }: AppLoadContext,
  result: CodeRequestOutcome['word'],
  isAnswered: boolean,
): void {
  const place = 'login'
  analytics.track('Phone:Submit', { result })
  if (isAnswered) analytics.track('Captcha:Answer', { place, is_right: result !== 'captcha' })
  if (result === 'captcha') analytics.track('Captcha:Show', { place })
}

/** The phone to which a code is sent. */
export const phoneForm = defineForm({
  name: 'code',
  switch: 'sign-in',
  guard,
  schema,
  secret: captchaSecrets,
  repeat: 'once',
  call: async ({ context, value, formId }): Promise<CodeRequestOutcome | { word: 'cookieless' }> =>
    // Our page has set a cookie: a browser that does not bring it back could not use the code.
    formId && !context.device.keepsCookies
      ? { word: 'cookieless' }
      : requestCode(context, value.phone, captchaToken(value)),
  // Without cookies nobody has agreed to analytics.
  note: ({ context, value }, { word }) =>
    word === 'cookieless' ? undefined : note(context, word, captchaToken(value) !== ''),
  async invalid({ context }, { errors, values }) {
    context.analytics.track('Phone:Submit', { result: 'invalid' })
    return {
      errors,
      extra: wasChallenged(values) ? { challenge: await createChallenge(context) } : {},
    }
  },
  endings: {
    sent({ context }, came) {
      keepCodeRequest(context, came)
      return { to: onTheWay(context, '/login/code') }
    },
    paused({ context }, came) {
      keepPause(context, came)
      return { to: onTheWay(context, '/login/pause') }
    },
    async captcha({ context, value }) {
      const challenge = await createChallenge(context)
      return { errors: captchaErrors(challenge, value), extra: { challenge } }
    },
    refused: {
      errors: [{ fieldId: 'phone', message: 'На этот номер нельзя отправить код' }],
    },
    cookieless: { errors: wholeForm(`${blockedCookies.title}. ${blockedCookies.text}`) },
    unavailable: { errors: wholeForm('Не получилось отправить код. Попробуйте чуть позже') },
  },
  shows: (): { challenge: CaptchaChallenge | null } => ({ challenge: null }),
})
