import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useValidatedForm } from '~/forms/use-validated-form'
import { pageTitle } from '~/domain/page-title'
import { safeReturnTo } from '~/domain/return-to'
import { classes } from '~/ui/classes'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/profile-form/profile-fields'
import { profileInputs } from '~/profile-form/profile-form.server'

import styles from './incomplete.module.css'
import { incompleteForm, loadAsked, type IncompleteFields } from './incomplete.server'

const getTitle = (isIncomplete = true) => (isIncomplete ? 'Заполните профиль' : 'Дополните профиль')

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, getTitle(data?.isIncomplete)),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = await loadAsked(context)
  return {
    isIncomplete: asked.isNeeded,
    nextHref: safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '/today'),
    constraint: incompleteForm.constraints(asked),
    values: asked.profile ? profileInputs(asked.profile) : {},
  }
}

export const action = incompleteForm.action

export default function IncompleteProfileScreen() {
  const data = useLoaderData<typeof loader>()
  const { isIncomplete, nextHref } = data
  const { fields, formProps, formId, summary } = useValidatedForm<IncompleteFields>({
    ...data,
    id: 'incomplete',
    defaultValue: data.values,
    actionData: useActionData<typeof action>(),
  })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div className={classes('stack gap-4', styles.screen)}>
      <Form {...formProps} method="post" className="stack" data-form="incomplete">
        <input type="hidden" name="formId" value={formId} />
        <ErrorSummary {...summary} />
        <PageHeader
          title={getTitle(isIncomplete)}
          lead={
            isIncomplete
              ? 'Имя и дата рождения нужны, чтобы карта работала.'
              : 'Дата рождения — по желанию: карта работает и без неё.'
          }
        />
        {/* Shoppers with a complete profile may leave out the same fields as newcomers. */}
        <ProfileFields fields={fields} form={isIncomplete ? 'incomplete' : 'registration'} />
        <Button writes="complete-profile" fullWidth aria-disabled={isBusy}>
          Сохранить
        </Button>
      </Form>
      {isIncomplete ? (
        <Form method="post" action="/logout">
          <Button variant="quiet" fullWidth>
            Выйти
          </Button>
        </Form>
      ) : (
        <ButtonLink to={nextHref} variant="quiet" fullWidth>
          Не сейчас
        </ButtonLink>
      )}
    </div>
  )
}
