import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'
import { errorFor } from '~/forms/form-errors'
import { groupInFours } from '~/lib/mask'
import { pageTitle } from '~/lib/page-title'
import { withoutSeparators } from '~/lib/separators'
import { requireShopper } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { Button } from '~/ui/button'
import { Captcha } from '~/forms/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { useRefusal } from '~/forms/refusal'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'
import { useSite } from '~/ui/site'
import { currency } from '~/lib/currency'

import styles from './cards-add.module.css'
import { cardChallenge, cardForm } from './cards-add.server'
import { WhereIsIt } from './where-is-it'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Привязать карту')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  return { challenge: await cardChallenge(context), formId: await newFormId(context) }
}

export const action = cardForm.action

export default function AddCardScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useRefusal(useActionData<typeof action>())
  const support = useSite()?.support
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  const { challenge, formId } = failure ?? known
  return (
    <div className={styles.screen}>
      <ErrorSummary errors={errors} />
      <PageHeader
        title="Привязать карту"
        backTo="/profile/cards"
        backLabel="Карты"
        lead={`Пластиковая карта и\u00a0её ${currency.plural} присоединятся к\u00a0вашему счёту.`}
      />
      {/* A refusal is answered with a new form: the code that was typed is gone. */}
      <Form key={failure?.formId} method="post" className={styles.form} noValidate data-form="card">
        <input type="hidden" name="formId" value={formId} />
        <TextField
          name="number"
          label="Номер карты"
          hint="Обычно 16 цифр, можно с пробелами"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          defaultValue={groupDigits(failure?.values.number ?? '')}
          error={errorFor(errors, 'number')}
          onBlur={({ currentTarget }) => {
            currentTarget.value = groupDigits(currentTarget.value)
          }}
        />
        <TextField
          name="cvc"
          label="Код с карты"
          hint="Три цифры под защитным слоем"
          width="short"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          error={errorFor(errors, 'cvc')}
        />
        <WhereIsIt />
        {challenge && (
          <Captcha
            challenge={challenge}
            error={errorFor(errors, 'captchaAnswer')}
            support={support}
          />
        )}
        <Button writes="add-card" fullWidth aria-disabled={isBusy}>
          Привязать карту
        </Button>
      </Form>
    </div>
  )
}

/** A number in any spelling, grouped in fours; what is none is left as it was typed. */
function groupDigits(typed: string): string {
  const number = withoutSeparators(typed)
  return /^\d+$/.test(number) ? groupInFours(number) : typed
}
