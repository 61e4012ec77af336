import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useEffect, useState } from 'react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { useForgottenShopper } from '~/session/forget-shopper'
import { errorFor } from '~/forms/form-errors'
import { pageTitle } from '~/lib/page-title'
import { formatPhone, normalisePhone } from '~/lib/phone'
import { createChallenge } from '~/forms/captcha.server'
import { requireGuest } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { HelpText } from '~/operator/help'
import { Button } from '~/ui/button'
import { Captcha } from '~/forms/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { useRefusal } from '~/forms/refusal'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'
import { useSite } from '~/ui/site'

import styles from './login.module.css'
import { blockedCookies } from './blocked-cookies'
import { phoneForm } from './login.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Вход')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireGuest(request, context)
  context.device.offerCookie()
  const isCaptchaDemanded = new URL(request.url).searchParams.has('captcha')
  return {
    phone: formatPhone(context.session.codeRequest?.phone ?? ''),
    challenge: isCaptchaDemanded ? await createChallenge(context) : null,
    formId: await newFormId(context),
    expired: context.session.expired,
    help: context.operator.helpLogin ?? undefined,
  }
}

export const action = phoneForm.action

export default function LoginScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useRefusal(useActionData<typeof action>())
  const support = useSite()?.support
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  useForgottenShopper(known.expired)
  const errors = failure?.errors ?? []
  const [isBlocked, setIsBlocked] = useState(false)
  // eslint-disable-next-line compat/compat -- where it is not there nothing is said
  useEffect(() => setIsBlocked(navigator.cookieEnabled === false), [])
  const challenge = failure ? failure.challenge : known.challenge
  return (
    <Form method="post" className={styles.form} noValidate data-form="login">
      <input type="hidden" name="formId" value={failure?.formId ?? known.formId} />
      <ErrorSummary errors={errors} />
      <PageHeader
        title="Вход"
        lead="Пришлём код в&nbsp;СМС. Если карты ещё&nbsp;нет&nbsp;— сразу её заведём."
      />
      {isBlocked && <Notice role="status" tone="warning" {...blockedCookies} />}
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
          key={failure?.formId}
          challenge={challenge}
          error={errorFor(errors, 'captchaAnswer')}
          support={support}
        />
      )}
      <Button writes="sign-in" fullWidth aria-disabled={isBusy}>
        Получить код
      </Button>
      <HelpText help={known.help} />
    </Form>
  )
}
