import { getInputProps } from '@conform-to/react'
import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useValidatedForm } from '~/forms/use-validated-form'
import { pageTitle } from '~/domain/page-title'
import { tracked } from '~/analytics/tracked'
import { requireRegistrationCode } from '~/session/guards.server'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/profile-form/profile-fields'

import { ChangeNumber } from './another-code'
import styles from './registration.module.css'
import { registrationForm, type RegistrationFields } from './registration.server'
import { pathWithReturnTo } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Регистрация')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = await requireRegistrationCode(request, context)
  if (code.isRegistered) throw redirect(pathWithReturnTo(context, '/login/code', request))
  return {
    constraint: registrationForm.constraints(code),
  }
}

export const action = registrationForm.action

export default function RegistrationScreen() {
  const data = useLoaderData<typeof loader>()
  const { fields, formProps, formId, summary } = useValidatedForm<RegistrationFields>({
    ...data,
    id: 'registration',
    actionData: useActionData<typeof action>(),
  })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form
      {...formProps}
      method="post"
      className={classes('stack', styles.form)}
      data-form="registration"
    >
      <input type="hidden" name="formId" value={formId} />
      <ErrorSummary {...summary} />
      <PageHeader title="Давайте знакомиться" lead="Заведём карту&nbsp;— это меньше минуты." />
      <ProfileFields fields={fields} form="registration" />
      <fieldset className="stack gap-4">
        <legend>Согласия</legend>
        <Checkbox
          {...getInputProps(fields.isPersonalDataAgreed, { type: 'checkbox' })}
          label={
            <>
              {'Даю согласие на '}
              <InfoLink document="pdn">обработку персональных данных</InfoLink>
            </>
          }
          hint="Без него карту завести нельзя"
          errors={fields.isPersonalDataAgreed.errors}
        />
        <Checkbox
          {...getInputProps(fields.isSmsPermitted, { type: 'checkbox' })}
          label="Хочу узнавать о скидках из СМС"
          hint="Необязательно"
        />
        <Checkbox
          {...getInputProps(fields.isEmailPermitted, { type: 'checkbox' })}
          label="Хочу получать письма о скидках"
          hint="Необязательно"
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

/** A document in a new tab, so that the input stays. */
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
