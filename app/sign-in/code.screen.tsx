import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useHydrated } from 'remix-utils/use-hydrated'
import { useErrorFocus } from '~/framework/navigation-focus'
import { useOneTimeCode } from './one-time-code'
import { errorFor } from '~/forms/form-errors'
import { pageTitle } from '~/lib/page-title'
import { formatPhone } from '~/lib/phone'
import { requireGuest } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { HelpText } from '~/operator/help'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'

import { AnotherCode } from './another-code'
import { ChangeNumber } from './change-number'
import { codeForm } from './code-form.server'
import { codeState } from './code.server'
import styles from './login.module.css'
import { onTheWay } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Код из СМС')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireGuest(request, context)
  const { codeRequest, loyaltyCode } = context.session
  const help = context.operator.helpLogin ?? undefined
  if (loyaltyCode?.isRegistered) return { isVerified: true as const, help }
  if (!codeRequest)
    throw redirect(onTheWay(context, loyaltyCode ? '/registration' : '/login', request))
  return {
    isVerified: false as const,
    // In one piece: it is compared with one's own.
    phone: formatPhone(codeRequest.phone).replaceAll(' ', '\u00a0'),
    code: codeState(codeRequest),
    formId: await newFormId(context),
    help,
  }
}

export const action = codeForm.action

export default function CodeScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
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
      {/* What lies behind a code that was right is the number, and not the code once more. */}
      <Form method="post" className={styles.form} noValidate replace>
        {!isVerified && (
          <TextField
            ref={input}
            name="code"
            label="Пять цифр из сообщения"
            // Both are a line, so that nothing moves when the script takes over.
            hint={
              isHydrated
                ? 'Проверим код сразу, как введёте последнюю цифру'
                : 'Введите код и нажмите «Продолжить»'
            }
            width="code"
            error={errorFor(errors, 'code')}
            onInput={onInput}
          />
        )}
        <Button fullWidth aria-disabled={isBusy}>
          {isVerified ? 'Войти' : 'Продолжить'}
        </Button>
      </Form>
      {known.isVerified || isVerified ? (
        <ChangeNumber />
      ) : (
        <AnotherCode {...(failure?.code ?? known.code)} formId={known.formId} />
      )}
      <HelpText help={known.help} />
    </div>
  )
}
