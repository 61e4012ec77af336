import { answerName, limitWords, RATINGS, type PollQuestion } from './poll'

import { describedBy, FieldError, FieldHint } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { Live } from '~/ui/live'
import styles from './poll-form.module.css'

type QuestionProps = {
  id: string
  question: PollQuestion
  given: string[]
  error?: string
  isHidden: boolean
}

/** One question of a survey, of any of the four types. */
export function Question({ id, question, given, error, isHidden }: QuestionProps) {
  const hint = hintFor(question)
  return (
    <fieldset
      className={styles.question}
      id={id}
      hidden={isHidden}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className={styles.title} id={`${id}-title`} tabIndex={-1}>
        <Live>{question.title}</Live>
        {!question.isRequired && <span className={styles.optional}> (необязательно)</span>}
      </legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <Fields id={id} question={question} given={given} error={error} />
    </fieldset>
  )
}

function hintFor(question: PollQuestion): string | undefined {
  if (question.type === 'MULTIPLE') return 'Можно выбрать несколько'
  if (question.type === 'RATING') return '1 — плохо, 5 — отлично'
  if (question.type === 'TEXT') return `До ${limitWords(question)}`
  return undefined
}

function Fields({ id, question, given, error }: Omit<QuestionProps, 'isHidden'>) {
  const name = answerName(question)
  const described = {
    'aria-describedby': error && `${id}-error`,
    'aria-invalid': error ? true : undefined,
  }
  switch (question.type) {
    case 'TEXT':
      return (
        <textarea
          name={name}
          rows={4}
          defaultValue={given[0]}
          aria-labelledby={`${id}-title`}
          {...described}
        />
      )
    case 'RATING':
      return (
        <div className={styles.ratings}>
          {RATINGS.map((rating) => (
            <label className={styles.rating} key={rating}>
              <input
                type="radio"
                name={name}
                value={rating}
                defaultChecked={given.includes(String(rating))}
              />
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
              <input
                type={question.type === 'SINGLE' ? 'radio' : 'checkbox'}
                name={name}
                value={option.id}
                defaultChecked={given.includes(option.id)}
              />
              <span>{option.title}</span>
            </label>
          ))}
        </div>
      )
  }
}
