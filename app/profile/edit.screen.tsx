import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { FormId } from '~/forms/form-id'
import { ErrorSummary } from '~/forms/error-summary'
import { useValidatedForm } from '~/forms/use-validated-form'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/profile-form/profile-fields'
import { profileInputs } from '~/profile-form/profile-form.server'
import { tabName } from '~/domain/shown-brand'
import { Notice } from '~/ui/notice'

import { editForm, loadProfile, type EditFields } from './edit.server'
import styles from './edit.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Имя и почта')]

export async function loader({ context }: LoaderFunctionArgs) {
  const profile = await loadProfile(context)
  return {
    constraint: editForm.constraints(profile),
    person: profile && {
      ...profileInputs(profile),
      isEmailConfirmed: profile.isEmailConfirmed,
    },
  }
}

export const action = editForm.action

type Data = SerializeFrom<typeof loader>
type Refused = SerializeFrom<typeof action>

export default function EditProfileScreen() {
  const data = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  // Saved fields show the server's value; unsaved input stays.
  const { firstName, email } = data.person ?? {}
  return <EditForm key={`${firstName} ${email}`} {...data} actionData={actionData} />
}

function EditForm({ person, actionData, ...data }: Data & { actionData: Refused | undefined }) {
  const { fields, refusal, formProps, formId, summary } = useValidatedForm<EditFields, Refused>({
    ...data,
    id: 'edit',
    ...(person && { defaultValue: person }),
    actionData,
  })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div className={classes('stack', styles.screen)}>
      <ErrorSummary {...summary} />
      <PageHeader title="Имя и&nbsp;почта" backHref="/profile" backLabel={tabName('profile')} />
      {person || refusal ? (
        <Form {...formProps} method="post" className="stack gap-5" data-form="edit">
          <input type="hidden" name="formId" value={formId} />
          <ProfileFields fields={fields} form="edit" />
          <Button writes="edit-profile" aria-disabled={isBusy}>
            Сохранить
          </Button>
        </Form>
      ) : (
        <BlockError retryHref="/profile/edit" title="Данные не загрузились" />
      )}
      {person?.email && (
        <EmailState email={person.email} isEmailConfirmed={person.isEmailConfirmed} />
      )}
    </div>
  )
}

interface EmailStateProps {
  email: string
  /** Undefined: unknown; the letter can be requested anyway. */
  isEmailConfirmed?: boolean | undefined
}

/** The state of the saved address, with a button to send its confirmation. */
function EmailState({ email, isEmailConfirmed }: EmailStateProps) {
  if (isEmailConfirmed)
    return <Notice tone="success" title="Почта подтверждена" text={<bdi>{email}</bdi>} />
  return (
    <Notice
      tone="warning"
      icon="mail"
      title="Почта не&nbsp;подтверждена"
      text={
        <>
          Пришлём письмо на <bdi>{email}</bdi> — перейдите по ссылке из него.
        </>
      }
      action={
        <Form method="post" action="/profile/confirm-email?returnTo=/profile/edit">
          <FormId />
          <Button writes="confirm-email" variant="secondary" size="small">
            Отправить письмо
          </Button>
        </Form>
      }
    />
  )
}
