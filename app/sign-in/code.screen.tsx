import { getInputProps } from '@conform-to/react'
import {
  redirect,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useHydrated } from 'remix-utils/use-hydrated'
import { useOneTimeCode } from './one-time-code'
import { useValidatedForm } from '~/forms/use-validated-form'
import { pageTitle } from '~/lib/page-title'
import { formatPhone } from '~/lib/phone'
import { requireGuest } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { HelpText } from '~/operator/help'
import { Button } from '~/ui/button'
import { Captcha } from '~/forms/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { useSite } from '~/ui/site'
import { TextField } from '~/ui/text-field'

import { AnotherCode } from './another-code'
import { ChangeNumber } from './change-number'
import { codeForm, type CodeFields } from './code-form.server'
import { codeState } from './code.server'
import styles from './login.module.css'
import { pathWithReturnTo } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Код из СМС')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireGuest(request, context)
  const { codeRequest, loyaltyCode } = context.session
  const help = context.operator.helpLogin ?? undefined
  if (loyaltyCode?.isRegistered)
    return { isVerified: true as const, help, formId: '', constraint: {} }
  if (!codeRequest)
    throw redirect(pathWithReturnTo(context, loyaltyCode ? '/registration' : '/login', request))
  return {
    isVerified: false as const,
    // The phone stays on one line, so that shoppers can compare it with their own.
    phone: formatPhone(codeRequest.phone).replaceAll(' ', '\u00a0'),
    code: codeState(codeRequest),
    formId: await newFormId(context),
    constraint: codeForm.constraints(codeRequest),
    help,
  }
}

export const action = codeForm.action

type Refused = SerializeFrom<typeof action>

export default function CodeScreen() {
  const data = useLoaderData<typeof loader>()
  const { fields, refusal, formProps, summary } = useValidatedForm<CodeFields, Refused>({
    ...data,
    id: 'code-check',
    actionData: useActionData<typeof action>(),
  })
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  const challenge = refusal?.challenge
  const { input, onInput } = useOneTimeCode(!challenge)
  const support = useSite()?.support
  const isVerified = data.isVerified || refusal?.isVerified
  return (
    <div className={styles.form}>
      <ErrorSummary {...summary} />
      <PageHeader
        title={isVerified ? 'Осталось войти' : 'Код из СМС'}
        lead={data.isVerified ? 'Код уже проверен.' : `Отправили на ${data.phone}`}
      />
      {/* After a correct code, «back» leads to the number, not to the code. */}
      <Form {...formProps} method="post" className={styles.form} replace>
        {!isVerified && (
          <TextField
            {...getInputProps(fields.code, { type: 'text' })}
            ref={input}
            key={refusal?.formId}
            label="Пять цифр из сообщения"
            // Each hint fits on one line, so that hydration does not shift the layout.
            hint={
              isHydrated && !challenge
                ? 'Проверим код сразу, как введёте последнюю цифру'
                : 'Введите код и нажмите «Продолжить»'
            }
            width="code"
            enterKeyHint="go"
            errors={fields.code.errors}
            onInput={onInput}
          />
        )}
        {challenge && !isVerified && (
          <Captcha
            key={refusal?.formId}
            challenge={challenge}
            field={fields.captchaAnswer}
            support={support}
          />
        )}
        <Button fullWidth aria-disabled={isBusy}>
          {isVerified ? 'Войти' : 'Продолжить'}
        </Button>
      </Form>
      {data.isVerified || isVerified ? (
        <ChangeNumber />
      ) : (
        <AnotherCode {...(refusal?.code ?? data.code)} formId={data.formId} />
      )}
      <HelpText help={data.help} />
    </div>
  )
}
