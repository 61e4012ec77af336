import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { useHydrated } from 'remix-utils/use-hydrated'

import { useValidatedForm, type ValidatedForm } from '~/forms/use-validated-form'
import type { SwitchName } from '~/domain/switch-names'
import {
  isRightAnswer,
  questionKey,
  answerName,
  checkAnswer,
  type PollFields,
  type PollQuestion,
} from './poll'

import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import styles from './poll-form.module.css'
import { Question } from './poll-question'

type PollFormProps = {
  /** The kill switches of the form. */
  writes: SwitchName
  questions: PollQuestion[]
} & Pick<ValidatedForm<PollFields>, 'fields' | 'formProps' | 'formId' | 'refusal'>

/** The form of a survey on its screen. */
export function usePollForm(
  id: string,
  questions: PollQuestion[],
  actionData: Parameters<typeof useValidatedForm>[0]['actionData'],
) {
  return useValidatedForm<PollFields>({
    id,
    constraint: {},
    actionData,
    isRight: (name, values) => isRightAnswer(questions, name, values),
  })
}

/** A survey. All questions stay in the form, so that steps lose no answers. */
export function PollForm({ writes, questions, fields, formProps, formId, refusal }: PollFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  // One question at a time; without a script all are on one page.
  const isStepwise = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const answers = fields.answer.getFieldset()
  const getField = (question: PollQuestion) => answers[questionKey(question)]!
  const titleIds = questions.map((question) => `${getField(question).id}-title`)
  const { step, stepError, onSubmit, onInput, goBack } = useSteps(
    { questions, titleIds, form, isStepwise },
    refusal?.result.error,
  )
  const hasSteps = questions.length > 1
  const isSteps = isStepwise && hasSteps
  const isLast = !isSteps || step === questions.length - 1
  return (
    <Form
      {...formProps}
      method="post"
      className={classes('stack gap-8', styles.form, isSteps && styles.steps)}
      ref={form}
      onInput={onInput}
      onSubmit={(event) => {
        onSubmit(event)
        if (!event.defaultPrevented) formProps.onSubmit(event)
      }}
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
          field={getField(question)}
          question={question}
          error={stepError?.index === index ? stepError.message : getField(question).errors?.[0]}
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

interface Steps {
  questions: PollQuestion[]
  titleIds: string[]
  form: { current: HTMLFormElement | null }
  isStepwise: boolean
}

function useSteps(
  { questions, titleIds, form, isStepwise }: Steps,
  errors: Record<string, unknown> | undefined,
) {
  const [step, setStep] = useState(0)
  const [stepError, setStepError] = useState<{ index: number; message: string } | null>(null)

  // After an error the form opens at the first question with one.
  useEffect(() => {
    const index = questions.findIndex((question) => errors?.[answerName(question)])
    if (index >= 0) setStep(index)
  }, [errors, questions])

  function focusTitle(index: number) {
    document.getElementById(titleIds[index] ?? '')?.focus()
  }

  function show(index: number) {
    setStep(index)
    setStepError(null)
    requestAnimationFrame(() => focusTitle(index))
  }

  function messageFor(question: PollQuestion): string | null {
    const values = form.current ? new FormData(form.current).getAll(answerName(question)) : []
    const checked = checkAnswer(question, values.map(String))
    return 'message' in checked ? checked.message : null
  }

  function onSubmit(event: FormEvent) {
    const question = questions[step]
    // Conform's own validation submissions have a named submitter.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!isStepwise || !question || submitter?.getAttribute('name')) return
    const message = messageFor(question)
    if (message !== null) {
      event.preventDefault()
      setStepError({ index: step, message })
      focusTitle(step)
    } else if (step < questions.length - 1) {
      event.preventDefault()
      show(step + 1)
    }
  }

  function onInput() {
    const question = stepError && questions[stepError.index]
    if (question && messageFor(question) === null) setStepError(null)
  }

  return { step, stepError, onSubmit, onInput, goBack: () => show(step - 1) }
}
