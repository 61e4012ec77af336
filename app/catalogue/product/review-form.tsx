import { Form, useNavigation, useBeforeUnload, useBlocker } from '@remix-run/react'
import { getCollectionProps, getFieldsetProps, getTextareaProps } from '@conform-to/react'
import { useCallback, useEffect, type ReactNode, type TextareaHTMLAttributes } from 'react'

import type { ValidatedForm } from '~/forms/use-validated-form'
import { Button } from '~/ui/button'
import { FieldError, describedBy, FieldHint, isInvalid } from '~/ui/field'
import { Icon } from '~/ui/icon'

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

/** A sooner answer is the browser’s own, which suppresses dialogues. */
const SOONEST_ANSWER_MS = 50

/** Asks before typed text is lost by leaving the page. The form's own post is exempt. */
function useLeaveGuard(isDirty: boolean, message: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const askedAt = performance.now()
    // A browser that suppresses dialogues would trap the shopper.
    const mayLeave = window.confirm(message) || performance.now() - askedAt < SOONEST_ANSWER_MS
    // After «Back» the browser first returns to this entry.
    if (mayLeave) setTimeout(() => blocker.proceed())
    else blocker.reset()
  }, [blocker, message])
  useBeforeUnload(
    useCallback(
      (event) => {
        if (!isDirty) return
        event.preventDefault()
        // Chrome before 119 asks only then.
        event.returnValue = true
      },
      [isDirty],
    ),
  )
}

type TextAreaProps = {
  name: string
  label: ReactNode
  id?: string
  hint?: ReactNode
  /** Shows the first error. */
  errors?: readonly string[] | undefined
} & Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'id' | 'name' | 'style' | 'className' | 'placeholder'
>

/** A multi-line input with its label above. */
function TextArea({ name, label, id = name, hint, errors, ...area }: TextAreaProps) {
  const error = errors?.[0]
  return (
    <div className="stack gap-2">
      <label htmlFor={id}>{label}</label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <textarea
        {...area}
        id={id}
        name={name}
        aria-invalid={isInvalid(error, area.required)}
        aria-describedby={describedBy(id, hint, error)}
      />
    </div>
  )
}
