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
import { pageTitle } from '~/domain/page-title'
import { HelpText } from '~/operator/help'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Captcha } from '~/captcha/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { useSite } from '~/ui/site'
import { TextField } from '~/ui/text-field'

import { AnotherCode, ChangeNumber } from './another-code'
import { codeForm, type CodeFields } from './code-form.server'
import { codeState } from './code.server'
import styles from './login.module.css'
import { pathWithReturnTo } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Код из СМС')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { codeRequest, loyaltyCode } = context.session
  const help = context.operator.helpLogin ?? undefined
  if (loyaltyCode?.isRegistered) return { isVerified: true as const, help, constraint: {} }
  if (!codeRequest)
    throw redirect(pathWithReturnTo(context, loyaltyCode ? '/registration' : '/login', request))
  return {
    isVerified: false as const,
    code: codeState(context, codeRequest),
    constraint: codeForm.constraints(codeRequest),
    help,
  }
}

export const action = codeForm.action

type Refused = SerializeFrom<typeof action>

export default function CodeScreen() {
  const data = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { input, onInput, isSent } = useOneTimeCode(actionData)
  const { fields, refusal, formProps, summary } = useValidatedForm<CodeFields, Refused>({
    ...data,
    id: 'code-check',
    actionData,
    isRight: (_, values) => !isSent(values.get('code')),
  })
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  const challenge = refusal?.challenge
  const support = useSite()?.support
  const isVerified = data.isVerified || refusal?.isVerified
  const code = refusal?.code ?? (data.isVerified ? null : data.code)
  return (
    <div className={classes('stack gap-5', styles.form)}>
      <ErrorSummary {...summary} />
      <PageHeader
        title={isVerified ? 'Осталось войти' : 'Код из СМС'}
        lead={code ? `Отправили на ${code.phone}` : 'Код уже проверен.'}
      />
      {/* After a correct code, «back» leads to the number, not to the code. */}
      <Form {...formProps} method="post" className={classes('stack gap-5', styles.form)} replace>
        {code && <input type="hidden" name="number" value={code.number} />}
        {!isVerified && (
          <TextField
            {...getInputProps(fields.code, { type: 'text' })}
            // Another tab may ask for another number: what was typed here is not its code.
            key={code?.number}
            ref={input}
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
      {isVerified || !code ? <ChangeNumber /> : <AnotherCode {...code} />}
      <HelpText help={data.help} />
    </div>
  )
}
