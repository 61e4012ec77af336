import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { pageTitle } from '~/lib/page-title'
import { requireShopper } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { useRefusal } from '~/forms/refusal'
import { PageHeader } from '~/ui/page-header'
import { EmailField, NameField } from '~/forms/profile-fields'
import { tabName } from '~/lib/shown-brand'

import { editForm, loadProfile } from './edit.server'
import styles from './edit.module.css'
import { EmailState } from './email-state'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Имя и почта')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const profile = await loadProfile(context)
  if (!profile) return { person: null, formId: await newFormId(context) }
  const { firstName, email, isEmailConfirmed } = profile
  return {
    person: { firstName, email: email ?? '', isEmailConfirmed },
    formId: await newFormId(context),
  }
}

export const action = editForm.action

export default function EditProfileScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useRefusal(useActionData<typeof action>())
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  const values = failure?.values ?? known.person
  const formId = failure?.formId ?? known.formId
  return (
    <div className={styles.screen}>
      <ErrorSummary errors={errors} />
      <PageHeader title="Имя и&nbsp;почта" backTo="/profile" backLabel={tabName('profile')} />
      {values ? (
        // What was saved, or refused, is shown as the server has it; typing outlives the rest.
        <Form
          key={failure?.formId ?? `${values.firstName} ${values.email}`}
          method="post"
          className={styles.form}
          noValidate
          data-form="edit"
        >
          <input type="hidden" name="formId" value={formId} />
          <NameField values={values} errors={errors} />
          <EmailField
            values={values}
            errors={errors}
            hint="На новый адрес придёт письмо со ссылкой"
          />
          <Button writes="edit-profile" aria-disabled={isBusy}>
            Сохранить
          </Button>
        </Form>
      ) : (
        <BlockError retryHref="/profile/edit" title="Данные не загрузились" />
      )}
      {known.person?.email && <EmailState {...known.person} formId={known.formId} />}
    </div>
  )
}
