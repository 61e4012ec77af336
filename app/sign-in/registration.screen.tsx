import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { errorFor } from '~/forms/form-errors'
import { newFormId } from '~/forms/once.server'
import { pageTitle } from '~/lib/page-title'
import { tracked } from '~/analytics/tracked'
import { requireRegistrationCode } from '~/session/guards.server'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/forms/profile-fields'

import { ChangeNumber } from './change-number'
import styles from './registration.module.css'
import { registrationForm } from './registration.server'
import { onTheWay } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Регистрация')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = await requireRegistrationCode(request, context)
  if (code.isRegistered) throw redirect(onTheWay(context, '/login/code', request))
  return { formId: await newFormId(context) }
}

export const action = registrationForm.action

export default function RegistrationScreen() {
  const { formId } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  const values = failure?.values ?? {}
  return (
    <Form method="post" className={styles.form} noValidate data-form="registration">
      <input type="hidden" name="formId" value={failure?.formId ?? formId} />
      <ErrorSummary errors={errors} />
      <PageHeader title="Давайте знакомиться" lead="Заведём карту&nbsp;— это меньше минуты." />
      <ProfileFields values={values} errors={errors} />
      <fieldset className={styles.consents}>
        <legend>Согласия</legend>
        <Checkbox
          name="isPersonalDataAgreed"
          label={
            <>
              {'Даю согласие на '}
              <InfoLink document="pdn">обработку персональных данных</InfoLink>
            </>
          }
          hint="Без него карту завести нельзя"
          defaultChecked={values.isPersonalDataAgreed === 'on'}
          error={errorFor(errors, 'isPersonalDataAgreed')}
        />
        <Checkbox
          name="isSmsPermitted"
          label="Хочу узнавать о скидках из СМС"
          hint="Необязательно"
          defaultChecked={values.isSmsPermitted === 'on'}
        />
        <Checkbox
          name="isEmailPermitted"
          label="Хочу получать письма о скидках"
          hint="Необязательно"
          defaultChecked={values.isEmailPermitted === 'on'}
        />
      </fieldset>
      <p className="muted">
        {'Заводя карту, вы принимаете '}
        <InfoLink document="program-loyalty">правила программы</InfoLink>
        {' и '}
        <InfoLink document="terms">пользовательское соглашение</InfoLink>.
      </p>
      <Button writes="registration" fullWidth aria-disabled={isBusy}>
        Завести карту
      </Button>
      <ChangeNumber />
    </Form>
  )
}

interface InfoLinkProps {
  document: 'pdn' | 'program-loyalty' | 'terms'
  children: string
}

/** A document beside the form: what was typed stays where it is. */
function InfoLink({ document, children }: InfoLinkProps) {
  return (
    <a
      href={`/${document}`}
      target="_blank"
      rel="noopener"
      {...tracked('Registration:InfoLink', { document })}
    >
      {children}
    </a>
  )
}
