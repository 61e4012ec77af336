import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { useOneTimeCode } from './one-time-code'
import { readForm, refuseForm } from '~/forms/form.server'
import { formatTime, SERVER_TIME_ZONE } from '~/lib/dates'
import { errorFor } from '~/forms/form-errors'
import { pageTitle } from '~/lib/page-title'
import { formatPhone } from '~/lib/phone'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'
import { requireGuest } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { afterSignIn, signIn } from './sign-in.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'

import { AnotherCode } from './another-code'
import { checkCode, codeForm, codeMessages, hasExpired } from './code.server'
import styles from './login.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Код из СМС')]

export async function loader({ context }: LoaderFunctionArgs) {
  await requireGuest(context)
  const { codeRequest, loyaltyCode } = context.session
  if (loyaltyCode?.isRegistered) return { isVerified: true as const }
  if (!codeRequest) throw redirect(loyaltyCode ? '/registration' : '/login')
  return {
    isVerified: false as const,
    phone: formatPhone(codeRequest.phone),
    expires: codeRequest.expires,
    expiresAt: formatTime(new Date(codeRequest.expires * 1000), SERVER_TIME_ZONE),
    isExpired: hasExpired(codeRequest),
    formId: newFormId(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(context)
  const { session } = context
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  if (!session.loyaltyCode?.isRegistered) {
    const codeRequest = session.codeRequest
    if (!codeRequest) throw redirect(withReturnTo('/login', returnTo))
    const form = await readForm(request, codeForm, { secret: ['code'] })
    if ('failure' in form) {
      context.analytics.track('PhoneConfirm:Error', { error_type: 'invalid' })
      return refuseForm(context, { ...form.failure, isVerified: false })
    }
    const outcome = await checkCode(context, codeRequest, form.value.code)
    if (outcome !== 'right') context.analytics.track('PhoneConfirm:Error', { error_type: outcome })
    if (outcome === 'paused') throw redirect(withReturnTo('/login/pause', returnTo))
    if (outcome !== 'right') {
      const error = { fieldId: 'code', message: codeMessages[outcome] }
      return refuseForm(context, { values: {}, errors: [error], isVerified: false })
    }
    if (!session.loyaltyCode?.isRegistered)
      throw redirect(withReturnTo('/registration', returnTo && safeReturnTo(returnTo, '/today')))
  }
  switch (await signIn(context)) {
    case 'done':
      throw redirect(afterSignIn(context, returnTo))
    case 'refused':
      session.flash({ type: 'error', title: 'Войти не получилось. Запросите новый код' })
      throw redirect('/profile')
    case 'unavailable': {
      const message = 'Код верный, но войти пока не получилось. Попробуйте ещё раз'
      return refuseForm(
        context,
        { values: {}, errors: [{ fieldId: null, message }], isVerified: true },
        503,
      )
    }
  }
}

export default function CodeScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const { input, onInput } = useOneTimeCode()
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  const isVerified = known.isVerified || failure?.isVerified
  return (
    <div className={styles.form}>
      <ErrorSummary errors={errors} />
      <PageHeader
        title={isVerified ? 'Осталось войти' : 'Код из СМС'}
        lead={known.isVerified ? 'Код уже проверен.' : `Отправили на ${known.phone}`}
      />
      <Form method="post" className={styles.form} noValidate>
        {!isVerified && (
          <TextField
            ref={input}
            name="code"
            label="Пять цифр из сообщения"
            hint="Проверим код сразу, как введёте последнюю цифру"
            width="code"
            error={errorFor(errors, 'code')}
            onInput={onInput}
          />
        )}
        <Button fullWidth aria-disabled={isBusy}>
          {isVerified ? 'Войти' : 'Продолжить'}
        </Button>
      </Form>
      {!known.isVerified && !isVerified && <AnotherCode {...known} />}
    </div>
  )
}
