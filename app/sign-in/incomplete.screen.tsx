import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { readForm, refuseForm } from '~/forms/form.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { splitDate } from '~/forms/birth-date'
import { pageTitle } from '~/lib/page-title'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { ProfileFields } from '~/forms/profile-fields'

import styles from './incomplete.module.css'
import { completeProfile, profileForm } from './incomplete.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Заполните профиль')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { profile } = await loadBlocks({ profile: context.gateways.identity.getProfile() })
  if (!profile) return { values: {} }
  const { firstName, birthDate, email } = profile
  const { day, month, year } = splitDate(birthDate)
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

export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const form = await readForm(request, profileForm)
  const errors =
    'failure' in form ? form.failure.errors : await completeProfile(context, form.value)
  const result = errors.length > 0 ? 'refused' : 'saved'
  context.analytics.track('Profile:Save', { form: 'incomplete', result, fields: errors })
  if (result === 'refused') return refuseForm(context, { values: form.values, errors })
  throw redirect(safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '/today'))
}

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
        <ProfileFields values={failure?.values ?? known.values} errors={errors} />
        <Button fullWidth aria-disabled={isBusy}>
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
