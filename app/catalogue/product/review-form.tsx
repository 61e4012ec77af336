import { Form, useNavigation } from '@remix-run/react'
import { getCollectionProps, getFieldsetProps, getTextareaProps } from '@conform-to/react'

import { useLeaveGuard } from '~/forms/use-leave-guard'
import type { ValidatedForm } from '~/forms/use-validated-form'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { TextArea } from '~/ui/text-area'

import type { ReviewFields } from './review-form.server'
import styles from './reviews.module.css'

type ReviewFormProps = {
  longest: number
} & Pick<ValidatedForm<ReviewFields>, 'form' | 'fields' | 'formProps' | 'formId'>

const labels = ['ужасно', 'плохо', 'нормально', 'хорошо', 'отлично']
const scores = labels.map((_, place) => String(place + 1))

/** The review form: five radio buttons as stars, and three optional texts. */
export function ReviewForm({ form, fields, formProps, formId, longest }: ReviewFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  useLeaveGuard(form.dirty && !isBusy, 'Отзыв не отправлен. Уйти и потерять его?')
  const { score } = fields
  const stars = getCollectionProps(score, { type: 'radio', options: scores })
  // The error summary links the first radio button.
  const getId = (place: number) => (place === 0 ? score.id : stars[place]?.id)
  const text = (name: 'text' | 'pros' | 'cons', label: string, rows: number) => (
    <TextArea
      {...getTextareaProps(fields[name])}
      label={label}
      hint={name === 'text' ? `Можно не заполнять. До ${longest} знаков` : undefined}
      rows={rows}
      errors={fields[name].errors}
    />
  )
  return (
    <Form {...formProps} className="stack gap-5 card" method="post">
      <input type="hidden" name="formId" value={formId} />
      <fieldset {...getFieldsetProps(score)} id={undefined}>
        <legend>Ваша оценка</legend>
        <FieldError id={score.id}>{score.errors?.[0]}</FieldError>
        <div className={styles.stars}>
          {stars.map(({ key, ...star }, place) => (
            <div className={styles.choice} key={key}>
              <input {...star} id={getId(place)} required={undefined} />
              <label htmlFor={getId(place)}>
                <span className={styles.hollow}>
                  <Icon name="star" size="large" />
                </span>
                <span className={styles.filled}>
                  <Icon name="star-filled" size="large" />
                </span>
                {place + 1}
                <span className="visually-hidden"> из 5, {labels[place]}</span>
              </label>
            </div>
          ))}
        </div>
      </fieldset>
      {text('text', 'Отзыв', 5)}
      {text('pros', 'Достоинства', 2)}
      {text('cons', 'Недостатки', 2)}
      <Button writes="review" aria-disabled={isBusy}>
        Отправить отзыв
      </Button>
    </Form>
  )
}
