import {
  getFormProps,
  parse,
  useForm,
  type DefaultValue,
  type SubmissionResult,
} from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from '@remix-run/react'

import { useErrorFocus } from '~/framework/navigation-focus'

import { useFormId } from './form-id'

/**
 * Keeps the refusal of a form until it is sent again with success. The router drops action data with its next
 * load, such as a refresh, and with it the captcha and the form's id.
 * @param now `useActionData`; null after a post without a response
 */
function useRefusal<Refusal extends object>(now: Refusal | null | undefined): Refusal | undefined {
  const { pathname } = useLocation()
  const { formMethod, formAction } = useNavigation()
  const isSending = formMethod === 'POST' && formAction?.split('?')[0] === pathname
  const [last, setLast] = useState({ refusal: now ?? undefined, isSending, pathname })
  const isElsewhere = pathname !== last.pathname
  if ((now && now !== last.refusal) || isSending !== last.isSending || isElsewhere) {
    const isOver = isElsewhere || (last.isSending && !isSending)
    setLast({ refusal: now ?? (isOver ? undefined : last.refusal), isSending, pathname })
  }
  return last.refusal
}

/** The action's response to a refused form. */
interface RefusedForm {
  result: SubmissionResult
  formId: string
  title?: string
}

interface FormSettings<Fields, Refused> {
  /** Id of the form's element, and prefix of its fields' ids. */
  id: string
  /** From the loader, made of the schema. */
  constraint: NonNullable<Parameters<typeof useForm>[0]['constraint']>
  defaultValue?: DefaultValue<Fields>
  /** What `useActionData` has. */
  actionData: Refused | undefined
  /** Whether a changed field is valid where its constraints cannot tell. */
  isRight?: (name: string, values: FormData) => boolean
}

/**
 * Conform's `useForm` with the product's settings. The server judges each submission; a field that it refused
 * loses its error as soon as its new value is valid. Text typed before the script loads counts as changed.
 */
export function useValidatedForm<
  Fields extends Record<string, unknown>,
  Refused extends RefusedForm = RefusedForm,
>({ id, constraint, defaultValue, actionData, isRight }: FormSettings<Fields, Refused>) {
  const formId = useFormId()
  const refusal = useRefusal(actionData)
  const [form, fields] = useForm<Fields>({
    id,
    constraint,
    defaultValue: defaultValue as never,
    lastResult: refusal?.result ?? null,
    shouldRevalidate: 'onInput',
    shouldDirtyConsider: (name) => name !== 'formId',
    onValidate: ({ form: element, formData }) =>
      parse<Fields, string[]>(formData, {
        resolve(_, intent) {
          // Null leaves the decision to the server.
          if (intent?.type !== 'validate') return { error: null }
          const { error = {} } = refusal?.result ?? {}
          const isStillWrong = (field: string) => {
            const controls = getControls(element, field)
            const { name } = intent.payload as { name?: string }
            const isChanged = controls.some((each) => (name ? each.name === name : isEdited(each)))
            // Null keeps the field's error.
            if (!isChanged) return null
            const isValid = controls.every(({ validity }) => validity.valid)
            return isValid && (isRight?.(field, formData) ?? true) ? undefined : error[field]
          }
          return {
            error: Object.fromEntries(
              Object.keys(error).flatMap((field) => {
                const messages = isStillWrong(field)
                return messages === undefined ? [] : [[field, messages]]
              }),
            ),
          }
        },
      }),
  })
  useErrorFocus(refusal, !form.valid)

  const latestForm = useRef(form)
  useEffect(() => {
    latestForm.current = form
  })
  useEffect(() => {
    // Conform validates by a submission, which React does not notice while it removes the field.
    const stopValidation = (event: SubmitEvent) => {
      const isValidation = event.submitter?.getAttribute('name') === '__intent__'
      if (isValidation && (event.target as Element).id === id) event.preventDefault()
    }
    const validateChanged = ({ target, type }: Event) => {
      // A password manager may send only a change event. An error that disappears only on blur moves the
      // button from under the finger.
      if (type === 'input' && latestForm.current.valid) return
      if (isField(target) && target.name && target.form?.id === id)
        latestForm.current.validate({ name: target.name as never })
    }
    document.addEventListener('submit', stopValidation)
    document.addEventListener('change', validateChanged)
    document.addEventListener('input', validateChanged)
    const element = document.getElementById(id)
    if (element && getFields(element).some(isEdited)) latestForm.current.validate()
    return () => {
      document.removeEventListener('submit', stopValidation)
      document.removeEventListener('change', validateChanged)
      document.removeEventListener('input', validateChanged)
    }
  }, [id])

  return {
    form,
    fields,
    refusal,
    formProps: getFormProps(form, { ariaAttributes: false }),
    formId: refusal?.formId ?? formId,
    summary: {
      formId: id,
      // After a success conform still has the error of the form.
      errors: refusal ? form.allErrors : {},
      title: refusal?.title,
    },
  }
}

export type ValidatedForm<
  Fields extends Record<string, unknown>,
  Refused extends RefusedForm = RefusedForm,
> = ReturnType<typeof useValidatedForm<Fields, Refused>>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, select, textarea'

const isField = (target: unknown): target is Field =>
  target instanceof Element && target.matches(FIELDS)

const getFields = (parent: Element) => [...parent.querySelectorAll<Field>(FIELDS)]

/** Controls that are valid together: those of a field's `fieldset`, or the field's own. */
function getControls(form: HTMLFormElement, name: string): Field[] {
  const own = getFields(form).filter((each) => each.name === name)
  const group = own[0]?.closest('fieldset')
  return group ? getFields(group) : own
}

/** Whether a field differs from its default; a `select` is validated by the server. */
const isEdited = (field: Field): boolean =>
  'defaultValue' in field &&
  (field.value !== field.defaultValue ||
    ('checked' in field && field.checked !== field.defaultChecked))
