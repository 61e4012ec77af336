import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import {
  captchaRefusal,
  captchaFields,
  captchaSecrets,
  captchaToken,
  createChallenge,
  wasChallenged,
  type CaptchaChallenge,
} from '~/captcha/captcha.server'
import { defineForm } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { fieldError, formError } from '~/forms/form-errors'
import { phonesIn } from '~/domain/phone'
import { safeReturnTo } from '~/domain/return-to'

import { blockedCookies } from './blocked-cookies'
import {
  keepCodeRequest,
  keepPause,
  requestCode,
  type CodeRequestOutcome,
} from './request-code.server'
import { pathWithReturnTo } from './sign-in.server'

const noPhone =
  'Проверьте номер: нужен российский мобильный, например +7\u00a0900\u00a0123\u201145\u201167'
const severalPhones = 'Здесь несколько номеров: оставьте один, на него придёт код'

/** At least ten digits in any grouping; browsers can check no more. */
const tenDigits = '(?:\\P{Nd}*\\p{Nd}){10,}\\P{Nd}*'

const phone = z
  .string({ error: 'Укажите номер телефона' })
  .meta({ pattern: tenDigits })
  .transform((input, issues) => {
    const [found, ...others] = phonesIn(input)
    if (found && others.length === 0) return found
    const message = found ? severalPhones : noPhone
    issues.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const schema = z.object({ phone, ...captchaFields })
export type PhoneFields = z.input<typeof schema>

/** Lets guests pass and seals `returnTo`, so that no later step loses it. */
async function guard({ request, context }: ActionFunctionArgs): Promise<void> {
  const asked = safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '')
  if (asked) context.session.returnTo = asked
}

/** Reports the result of the phone form and its captcha to analytics. */
function trackPhone(
  { analytics }: AppLoadContext,
  result: CodeRequestOutcome['kind'],
  isAnswered: boolean,
): void {
  const place = 'login'
  analytics.track('Phone:Submit', { result })
  if (isAnswered) analytics.track('Captcha:Answer', { place, is_right: result !== 'captcha' })
  if (result === 'captcha') analytics.track('Captcha:Show', { place })
}

export const phoneForm = defineForm({
  name: 'sign-in',
  guard,
  schema,
  call: async ({ context, value }): Promise<CodeRequestOutcome | { kind: 'cookieless' }> =>
    // Our page has set a cookie; a browser without it could not use the code.
    !context.device.keepsCookies
      ? { kind: 'cookieless' }
      : requestCode(context, value.phone, captchaToken(value)),
  // Without cookies there is no consent to analytics.
  track: ({ context, value }, { kind }) =>
    kind === 'cookieless' ? undefined : trackPhone(context, kind, captchaToken(value) !== ''),
  onResult: {
    sent({ context }, result) {
      keepCodeRequest(context, result)
      return redirectTo(pathWithReturnTo(context, '/login/code'))
    },
    paused({ context }, result) {
      keepPause(context, result)
      return redirectTo(pathWithReturnTo(context, '/login/pause'))
    },
    async captcha({ context, value }) {
      return captchaRefusal(await createChallenge(context), value)
    },
    refused: refuse(fieldError('phone', 'На этот номер нельзя отправить код')),
    cookieless: refuse(formError(`${blockedCookies.title}. ${blockedCookies.text}`)),
    unavailable: refuse(formError('Код не отправлен. Попробуйте чуть позже')),
  },
  advanced: {
    hideFields: captchaSecrets,
    extraData: (): { challenge: CaptchaChallenge | null } => ({ challenge: null }),
    async onInvalid({ context }, { payload }) {
      context.analytics.track('Phone:Submit', { result: 'invalid' })
      const extraData = wasChallenged(payload) ? { challenge: await createChallenge(context) } : {}
      return refuse({}, { extraData })
    },
  },
})
