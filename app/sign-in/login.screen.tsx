import { getInputProps } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { pageTitle } from '~/domain/page-title'
import { formatPhone, normalisePhone } from '~/domain/phone'
import { createChallenge } from '~/captcha/captcha.server'
import { HelpText } from '~/operator/help'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Captcha } from '~/captcha/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { useValidatedForm } from '~/forms/use-validated-form'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'
import { useSite } from '~/ui/site'
import { BALANCE_KEY, CARD_CACHE, PUSH_KEY } from '~/domain/storage-keys'
import { forgetShopper } from '~/session/forget-shopper'

import styles from './login.module.css'
import { blockedCookies } from './blocked-cookies'
import { phoneForm, type PhoneFields } from './login.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Вход')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const isCaptchaDemanded = new URL(request.url).searchParams.has('captcha')
  return {
    phone: formatPhone(context.session.codeRequest?.phone ?? ''),
    challenge: isCaptchaDemanded ? await createChallenge(context) : null,
    constraint: phoneForm.constraints(),
    expired: context.session.expired,
    help: context.operator.helpLogin ?? undefined,
  }
}

export const action = phoneForm.action

type Refused = SerializeFrom<typeof action>

export default function LoginScreen() {
  const data = useLoaderData<typeof loader>()
  const { fields, refusal, formProps, formId, summary } = useValidatedForm<PhoneFields, Refused>({
    ...data,
    id: 'login',
    defaultValue: { phone: data.phone },
    actionData: useActionData<typeof action>(),
  })
  const support = useSite()?.support
  const isBusy = useNavigation().state !== 'idle'
  useForgottenShopper(data.expired)
  const [isBlocked, setIsBlocked] = useState(false)
  // eslint-disable-next-line compat/compat -- browsers without it show no message
  useEffect(() => setIsBlocked(navigator.cookieEnabled === false), [])
  const challenge = refusal ? refusal.challenge : data.challenge
  return (
    <Form
      {...formProps}
      method="post"
      className={classes('stack gap-5', styles.form)}
      data-form="login"
    >
      <input type="hidden" name="formId" value={formId} />
      <ErrorSummary {...summary} />
      <PageHeader
        title="Вход"
        lead="Пришлём код в&nbsp;СМС. Если карты ещё&nbsp;нет&nbsp;— сразу её заведём."
      />
      <LiveRegion>{isBlocked && <Notice tone="warning" {...blockedCookies} />}</LiveRegion>
      <TextField
        {...getInputProps(fields.phone, { type: 'tel' })}
        label="Номер телефона"
        hint="Российский мобильный, в любом виде"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        errors={fields.phone.errors}
        onBlur={({ currentTarget }) => {
          const phone = normalisePhone(currentTarget.value)
          if (phone) currentTarget.value = formatPhone(phone)
        }}
      />
      {challenge && (
        <Captcha
          key={refusal?.formId}
          challenge={challenge}
          field={fields.captchaAnswer}
          support={support}
        />
      )}
      <Button writes="sign-in" fullWidth aria-disabled={isBusy}>
        Получить код
      </Button>
      <HelpText help={data.help} />
    </Form>
  )
}

/**
 * Deletes the data of an expired session on guest pages, because some browsers ignore the server's
 * `Clear-Site-Data`. Data that guests store themselves stay.
 * @param expired user hash of the expired session; its card number stays
 */
function useForgottenShopper(expired: string | null): void {
  useEffect(() => {
    const keepsCard = expired !== null
    // Reports the expired session to the service worker, which does not see client-side navigation.
    if (keepsCard)
      navigator.serviceWorker?.controller?.postMessage({ expired, since: performance.timeOrigin })
    hasLeftShopper(keepsCard)
      .then((hasLeft) => (hasLeft ? forgetShopper(keepsCard) : undefined))
      // A browser that forbids storage has stored nothing.
      .catch(() => undefined)
  }, [expired])
}

async function hasLeftShopper(keepsCard: boolean): Promise<boolean> {
  const hasCard = !keepsCard && 'caches' in window && (await caches.has(CARD_CACHE))
  return hasCard || [BALANCE_KEY, PUSH_KEY].some((key) => localStorage.getItem(key) !== null)
}
