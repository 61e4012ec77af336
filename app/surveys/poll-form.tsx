import { Form } from '@remix-run/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { errorFor, type FormError } from '~/forms/form-errors'
import type { SwitchName } from '~/lib/switch-names'
import { answerName, checkAnswer, questionId, type PollQuestion } from './poll'

import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import styles from './poll-form.module.css'
import { Question } from './poll-question'

type PollFormProps = {
  /** By what an operator switches it off. */
  writes: SwitchName
  questions: PollQuestion[]
  formId: string
  errors: FormError[]
  /** What was answered before the form was refused, by question. */
  given?: Record<string, string[]>
  /** One question after another; the whole survey on one page where no script runs. */
  isStepwise: boolean
  isBusy: boolean
}

/** A survey. All its questions stay in the form, so that steps cost no answers. */
export function PollForm({
  writes,
  questions,
  formId,
  errors,
  given,
  isStepwise,
  isBusy,
}: PollFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { step, fault, onSubmit, goBack } = useSteps(questions, errors, form, isStepwise)
  const hasSteps = questions.length > 1
  const isSteps = isStepwise && hasSteps
  const isLast = !isSteps || step === questions.length - 1
  return (
    <Form
      method="post"
      className={classes(styles.form, isSteps && styles.steps)}
      noValidate
      ref={form}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="formId" value={formId} />
      {hasSteps && (
        <div className={styles.progress}>
          <p>{`Вопрос ${step + 1} из ${questions.length}`}</p>
          <progress aria-hidden="true" value={step + 1} max={questions.length} />
        </div>
      )}
      {questions.map((question, index) => (
        <Question
          key={question.id}
          id={questionId(index)}
          question={question}
          given={given?.[question.id] ?? []}
          error={fault?.index === index ? fault.message : errorFor(errors, questionId(index))}
          isHidden={isSteps && index !== step}
        />
      ))}
      <div className={styles.buttons}>
        <Button writes={writes} aria-disabled={isBusy}>
          {isLast ? 'Отправить' : 'Дальше'}
        </Button>
        {isSteps && step > 0 && (
          <Button type="button" variant="quiet" onClick={goBack}>
            Назад
          </Button>
        )}
      </div>
    </Form>
  )
}

function useSteps(
  questions: PollQuestion[],
  errors: FormError[],
  form: { current: HTMLFormElement | null },
  isStepwise: boolean,
) {
  const [step, setStep] = useState(0)
  const [fault, setFault] = useState<{ index: number; message: string } | null>(null)

  // A refused form opens at the first question that was refused.
  useEffect(() => {
    const index = questions.findIndex((_, at) => errorFor(errors, questionId(at)) !== undefined)
    if (index >= 0) setStep(index)
  }, [errors, questions])

  function show(index: number) {
    setStep(index)
    setFault(null)
    requestAnimationFrame(() => document.getElementById(`${questionId(index)}-title`)?.focus())
  }

  function onSubmit(event: FormEvent) {
    const question = questions[step]
    if (!isStepwise || !question || !form.current) return
    const values = new FormData(form.current).getAll(answerName(question)).map(String)
    const checked = checkAnswer(question, values)
    if ('message' in checked) {
      event.preventDefault()
      setFault({ index: step, message: checked.message })
      document.getElementById(`${questionId(step)}-title`)?.focus()
    } else if (step < questions.length - 1) {
      event.preventDefault()
      show(step + 1)
    }
  }

  return { step, fault, onSubmit, goBack: () => show(step - 1) }
}
