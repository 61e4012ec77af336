import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { splitDate } from '~/forms/birth-date'
import { pageTitle } from '~/lib/page-title'
import { requireShopper } from '~/session/guards.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/forms/profile-fields'

import styles from './incomplete.module.css'
import { incompleteForm } from './incomplete.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Заполните профиль')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { profile } = await loadBlocks({ profile: context.gateways.identity.getProfile() })
  if (!profile) return { values: {} }
  const { firstName, birthDate, email } = profile
  const { day, month, year } = splitDate(birthDate ?? null)
  return {
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
  const known = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  return (
    <div className={styles.screen}>
      <Form method="post" className={styles.form} noValidate data-form="incomplete">
        <ErrorSummary errors={errors} />
        <PageHeader
          title="Заполните профиль"
          lead="Имя и дата рождения нужны, чтобы карта работала."
        />
        <ProfileFields values={failure?.values ?? known.values} errors={errors} isDateRequired />
        <Button writes="complete-profile" fullWidth aria-disabled={isBusy}>
          Сохранить
        </Button>
      </Form>
      <Form method="post" action="/logout">
        <Button variant="quiet" fullWidth>
          Выйти
        </Button>
      </Form>
    </div>
  )
}
