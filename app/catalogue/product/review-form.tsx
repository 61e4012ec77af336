import { Form, useNavigation } from '@remix-run/react'

import { errorFor, type FormError } from '~/forms/form-errors'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { TextArea } from '~/ui/text-area'

import styles from './reviews.module.css'

type ReviewFormProps = {
  values: Record<string, string>
  errors: FormError[]
  longest: number
  /** Two posts of one form are one review. */
  formId: string
}

const words = ['ужасно', 'плохо', 'нормально', 'хорошо', 'отлично']

/** One's own review: five radios that are stars, and three texts that may stay empty. */
export function ReviewForm({ values, errors, longest, formId }: ReviewFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  const scoreError = errorFor(errors, 'score')
  const text = (name: string, label: string, rows: number) => (
    <TextArea
      name={name}
      label={label}
      hint={name === 'text' ? `Можно не заполнять. До ${longest} знаков` : undefined}
      rows={rows}
      defaultValue={values[name]}
      error={errorFor(errors, name)}
    />
  )
  return (
    <Form className={styles.form} method="post" noValidate>
      <input type="hidden" name="formId" value={formId} />
      <fieldset aria-describedby={scoreError ? 'score-error' : undefined}>
        <legend>Ваша оценка</legend>
        <FieldError id="score">{scoreError}</FieldError>
        <div className={styles.stars}>
          {words.map((word, place) => {
            const score = String(place + 1)
            const id = place === 0 ? 'score' : `score-${score}`
            return (
              <div className={styles.choice} key={score}>
                <input
                  id={id}
                  type="radio"
                  name="score"
                  value={score}
                  defaultChecked={values.score === score}
                />
                <label htmlFor={id}>
                  <span className={styles.hollow}>
                    <Icon name="star" size="large" />
                  </span>
                  <span className={styles.filled}>
                    <Icon name="star-filled" size="large" />
                  </span>
                  {score}
                  <span className="visually-hidden"> из 5, {word}</span>
                </label>
              </div>
            )
          })}
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
