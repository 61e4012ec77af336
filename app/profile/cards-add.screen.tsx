import { getInputProps } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { groupInFours } from '~/domain/mask'
import { pageTitle } from '~/domain/page-title'
import { withoutSeparators } from '~/lib/plain-text'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Captcha } from '~/captcha/captcha'
import { ErrorSummary } from '~/forms/error-summary'
import { useValidatedForm } from '~/forms/use-validated-form'
import { PageHeader } from '~/ui/page-header'
import { TextField } from '~/ui/text-field'
import { useSite } from '~/ui/site'
import { currency } from '~/domain/currency'
import { tracked } from '~/analytics/tracked'
import { Details } from '~/ui/details'
import { Illustration } from '~/ui/illustration'

import styles from './cards-add.module.css'
import { cardChallenge, cardForm, type CardInput } from './cards-add.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Привязать карту')]

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    challenge: await cardChallenge(context),
    constraint: cardForm.constraints(),
  }
}

export const action = cardForm.action

type Refused = SerializeFrom<typeof action>

export default function AddCardScreen() {
  const data = useLoaderData<typeof loader>()
  const { fields, refusal, formProps, formId, summary } = useValidatedForm<CardInput, Refused>({
    ...data,
    id: 'card',
    actionData: useActionData<typeof action>(),
  })
  const support = useSite()?.support
  const isBusy = useNavigation().state !== 'idle'
  const { challenge } = refusal ?? data
  return (
    <div className={classes('stack', styles.screen)}>
      <ErrorSummary {...summary} />
      <PageHeader
        title="Привязать карту"
        backHref="/profile/cards"
        backLabel="Карты"
        lead={`Пластиковая карта и\u00a0её ${currency.plural} присоединятся к\u00a0вашему счёту.`}
      />
      <Form {...formProps} method="post" className="stack gap-5" data-form="card">
        <input type="hidden" name="formId" value={formId} />
        <TextField
          {...getInputProps(fields.number, { type: 'text' })}
          label="Номер карты"
          hint="Обычно 16 цифр, можно с пробелами"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          defaultValue={groupDigits(fields.number.initialValue ?? '')}
          errors={fields.number.errors}
          onBlur={({ currentTarget }) => {
            currentTarget.value = groupDigits(currentTarget.value)
          }}
        />
        <TextField
          {...getInputProps(fields.cvc, { type: 'text' })}
          // A new key empties the field after an error, because the code is never sent back.
          key={refusal?.formId}
          label="Код с карты"
          hint="Три цифры под защитным слоем"
          width="short"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          errors={fields.cvc.errors}
        />
        <WhereIsIt />
        {challenge && (
          <Captcha
            key={refusal?.formId}
            challenge={challenge}
            field={fields.captchaAnswer}
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

/** Groups a valid number by four; keeps an invalid one as typed. */
function groupDigits(typed: string): string {
  const number = withoutSeparators(typed)
  return /^\d+$/.test(number) ? groupInFours(number) : typed
}

/** Shows where number and code are on the plastic card. */
function WhereIsIt() {
  return (
    <Details summary="Где искать номер и код" {...tracked('Card:Guide', {})}>
      <div className={classes('stack gap-4', styles.guide)}>
        <Illustration name="card-guide" />
        <ol className={classes('stack gap-2', styles.places)}>
          <li>Номер напечатан на обороте, под штрихкодом.</li>
          <li>
            Код — три цифры рядом, под серым слоем. Сотрите его монетой, и цифры станут видны.
          </li>
        </ol>
      </div>
    </Details>
  )
}
