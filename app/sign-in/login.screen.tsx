import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { useForgottenShopper } from '~/session/forget-shopper'
import { readForm, refuseForm } from '~/forms/form.server'
import { errorFor } from '~/forms/form-errors'
import { pageTitle } from '~/lib/page-title'
import { formatPhone, normalisePhone } from '~/lib/phone'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'
import { createChallenge, type CaptchaChallenge } from '~/forms/captcha.server'
import { requireGuest } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { Button } from '~/ui/button'
import { Captcha } from '~/forms/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'
import { useSite } from '~/ui/site'

import styles from './login.module.css'
import { noteRequest, phoneForm, requestCode } from './login.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Вход')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireGuest(context)
  const isCaptchaDemanded = new URL(request.url).searchParams.has('captcha')
  return {
    phone: formatPhone(context.session.codeRequest?.phone ?? ''),
    challenge: isCaptchaDemanded ? await createChallenge(context) : null,
    formId: newFormId(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(context)
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  const form = await readForm(request, phoneForm, { secret: ['captchaAnswer', 'smart-token'] })
  const wasChallenged = Boolean(form.values.captchaId)
  const refuse = async (
    error: { fieldId: string | null; message: string },
    challenge: CaptchaChallenge | null,
  ) => refuseForm(context, { values: form.values, errors: [error], challenge, formId: newFormId() })

  if ('failure' in form) {
    context.analytics.track('Phone:Submit', { result: 'invalid' })
    const challenge = wasChallenged ? await createChallenge(context) : null
    return refuseForm(context, { ...form.failure, challenge, formId: newFormId() })
  }
  const target = (path: string) => withReturnTo(path, returnTo && safeReturnTo(returnTo, '/today'))
  const outcome = await requestCode(context, form.value)
  noteRequest(context, outcome, wasChallenged)
  switch (outcome) {
    case 'sent':
      throw redirect(target('/login/code'))
    case 'paused':
      throw redirect(target('/login/pause'))
    case 'captcha':
      return refuse(
        {
          fieldId: 'captchaAnswer',
          message: wasChallenged
            ? 'Ответ не подошёл. Ответьте на новый вопрос'
            : 'Подтвердите, что вы не робот',
        },
        await createChallenge(context),
      )
    case 'refused':
      return refuse({ fieldId: 'phone', message: 'На этот номер нельзя отправить код' }, null)
    case 'unavailable':
      return refuse(
        { fieldId: null, message: 'Не получилось отправить код. Попробуйте чуть позже' },
        null,
      )
  }
}

export default function LoginScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const support = useSite()?.support
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  useForgottenShopper()
  const errors = failure?.errors ?? []
  const challenge = failure ? failure.challenge : known.challenge
  return (
    <Form method="post" className={styles.form} noValidate data-form="login">
      <input type="hidden" name="formId" value={failure?.formId ?? known.formId} />
      <ErrorSummary errors={errors} />
      <PageHeader title="Вход" lead="Пришлём код в СМС. Если карты ещё нет — сразу её заведём." />
      <TextField
        name="phone"
        label="Номер телефона"
        hint="Российский мобильный, в любом виде"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={failure?.values.phone ?? known.phone}
        error={errorFor(errors, 'phone')}
        onBlur={({ currentTarget }) => {
          const phone = normalisePhone(currentTarget.value)
          if (phone) currentTarget.value = formatPhone(phone)
        }}
      />
      {challenge && (
        <Captcha
          challenge={challenge}
          error={errorFor(errors, 'captchaAnswer')}
          supportPhone={support?.phone ?? ''}
        />
      )}
      <Button fullWidth aria-disabled={isBusy}>
        Получить код
      </Button>
    </Form>
  )
}
