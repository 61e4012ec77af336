import { useSubmit } from '@remix-run/react'
import { useEffect, useRef, type FocusEvent, type FormEvent } from 'react'

/**
 * A GET form that shows the parameters of the address, and updates when the address changes. Keeps
 * input from before hydration and during navigation.
 * @param state the parameters of the address as text
 * @returns the ref of the form, and the callback for its submission
 */
export function useShownForm(state: string) {
  const ref = useRef<HTMLFormElement>(null)
  const sent = useRef<[field: HTMLInputElement, value: string][]>([])
  useEffect(() => {
    const { current } = ref
    return () => {
      const typed = sent.current
        .filter(([field, value]) => field.value !== value)
        .map(([field]) => [field, field.value] as const)
      sent.current = []
      current?.reset()
      for (const [field, value] of typed) field.value = value
    }
  }, [state])
  return {
    ref,
    noteSent() {
      const fields = ref.current?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')
      sent.current = [...(fields ?? [])].map((field) => [field, field.value])
    },
  }
}

/**
 * A GET form that submits itself when a box is ticked or a changed text field loses the focus.
 * Scroll position and focus stay; empty fields are left out, but for `kept`.
 * @param state the parameters of the address as text; the form shows them again after a change
 */
export function useAutoSubmit(state: string, kept?: string) {
  const submit = useSubmit()
  const { ref, noteSent } = useShownForm(state)

  function send(form: HTMLFormElement) {
    noteSent()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && (value.trim() || name === kept))
        search.append(name, value.trim())
    // The attribute, because the property is an absolute URL, which the router would treat as a
    // path.
    const action = form.getAttribute('action') ?? ''
    submit(search, { action, method: 'get', preventScrollReset: true })
  }

  return {
    ref,
    onChange({ currentTarget, target }: FormEvent<HTMLFormElement>) {
      const isChosen = (target as Element).matches('select,[type=checkbox],[type=radio]')
      if (isChosen) send(currentTarget)
    },
    onBlur({ currentTarget, target }: FocusEvent<HTMLFormElement>) {
      const isText = target instanceof HTMLInputElement && target.type === 'text'
      if (isText && target.value !== target.defaultValue) send(currentTarget)
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      send(event.currentTarget)
    },
  }
}
