import {
  getFieldsetProps,
  getInputProps,
  getTextareaProps,
  type FieldMetadata,
} from '@conform-to/react'

import { limitText, RATINGS, type PollQuestion } from './poll'

import { describedBy, FieldError, FieldHint, isInvalid } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { Live } from '~/ui/live'
import styles from './poll-form.module.css'

type QuestionProps = {
  field: FieldMetadata<string[]>
  question: PollQuestion
  error?: string | undefined
  isHidden: boolean
}

/** A question of a survey, of any of the four types. */
export function Question({ field, question, error, isHidden }: QuestionProps) {
  const { id } = field
  const hint = hintFor(question)
  return (
    <fieldset
      {...getFieldsetProps(field)}
      className={styles.question}
      // The error summary links here.
      tabIndex={-1}
      hidden={isHidden}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className={styles.title} id={`${id}-title`} tabIndex={-1}>
        <Live>{question.title}</Live>
        {!question.isRequired && <span className={styles.optional}> (необязательно)</span>}
      </legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <Fields field={field} question={question} error={error} />
    </fieldset>
  )
}

function hintFor(question: PollQuestion): string | undefined {
  if (question.type === 'MULTIPLE') return 'Можно выбрать несколько'
  if (question.type === 'RATING') return '1 — плохо, 5 — отлично'
  if (question.type === 'TEXT') return `До ${limitText(question)}`
  return undefined
}

function Fields({ field, question, error }: Omit<QuestionProps, 'isHidden'>) {
  const given = [field.initialValue ?? []].flat()
  const { isRequired } = question
  const choice = (type: 'radio' | 'checkbox', value: string) => ({
    ...getInputProps(field, { type, value, ariaAttributes: false }),
    id: `${field.id}-${value}`,
    // Browsers would report every option as invalid before an answer.
    required: undefined,
    defaultChecked: given.includes(value),
  })
  switch (question.type) {
    case 'TEXT':
      return (
        <textarea
          {...getTextareaProps(field)}
          id={`${field.id}-text`}
          rows={4}
          defaultValue={given[0]}
          required={isRequired}
          aria-labelledby={`${field.id}-title`}
          aria-describedby={error && `${field.id}-error`}
          aria-invalid={isInvalid(error, isRequired)}
        />
      )
    case 'RATING':
      return (
        <div className={styles.ratings}>
          {RATINGS.map((rating) => (
            <label className={styles.rating} key={rating}>
              <input {...choice('radio', String(rating))} />
              <span className={styles.figure}>
                <Icon name="star-filled" />
                {rating}
              </span>
            </label>
          ))}
        </div>
      )
    default:
      return (
        <div className={styles.options}>
          {(question.options ?? []).map((option) => (
            <label className={styles.option} key={option.id}>
              <input {...choice(question.type === 'SINGLE' ? 'radio' : 'checkbox', option.id)} />
              <span>{option.title}</span>
            </label>
          ))}
        </div>
      )
  }
}
