import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { newFormId } from '~/forms/once.server'
import { splitDate } from '~/forms/birth-date'
import { pageTitle } from '~/lib/page-title'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/forms/profile-fields'

import styles from './incomplete.module.css'
import { incompleteForm, isNeeded } from './incomplete.server'

const titleOf = (isIncomplete = true) => (isIncomplete ? 'Заполните профиль' : 'Дополните профиль')

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, titleOf(data?.isIncomplete)),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const [isIncomplete, { profile }] = await Promise.all([
    isNeeded(context),
    loadBlocks({ profile: context.gateways.identity.getProfile() }),
  ])
  const way = {
    isIncomplete,
    leadsTo: safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '/today'),
  }
  const formId = await newFormId(context)
  if (!profile) return { ...way, formId, values: {} }
  const { firstName, birthDate, email } = profile
  const { day, month, year } = splitDate(birthDate ?? null)
  return {
    ...way,
    formId,
    values: {
      firstName,
      birthDateDay: day,
      birthDateMonth: month,
      birthDateYear: year,
      email: email ?? '',
    },
  }
}

export const action = incompleteForm.action

export default function IncompleteProfileScreen() {
  const { isIncomplete, leadsTo, formId, values } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  return (
    <div className={styles.screen}>
      <Form method="post" className={styles.form} noValidate data-form="incomplete">
        <input type="hidden" name="formId" value={failure?.formId ?? formId} />
        <ErrorSummary errors={errors} />
        <PageHeader
          title={titleOf(isIncomplete)}
          lead={
            isIncomplete
              ? 'Имя и дата рождения нужны, чтобы карта работала.'
              : 'Дата рождения — по желанию: карта работает и без неё.'
          }
        />
        <ProfileFields
          values={failure?.values ?? values}
          errors={errors}
          isDateRequired={isIncomplete}
        />
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
        <ButtonLink to={leadsTo} variant="quiet" fullWidth>
          Не сейчас
        </ButtonLink>
      )}
    </div>
  )
}
