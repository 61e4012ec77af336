import { useSubmit } from '@remix-run/react'
import { useEffect, useRef, type FocusEvent, type FormEvent } from 'react'

/**
 * For a GET form that shows what the address says, and again whenever another address says
 * something else. What was typed before the script ran stays as it is, and so does what is typed while
 * the answer is on its way.
 * @param state what the address says; changes when that does
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
 * A GET form that sends itself: at once when a box is ticked, and when a changed text field is
 * left. The page stays where it is, and so does the focus. Empty fields are left out.
 * @param state changes when the address does; the form then shows again what the address says
 */
export function useAutoSubmit(state: string) {
  const submit = useSubmit()
  const { ref, noteSent } = useShownForm(state)

  function send(form: HTMLFormElement) {
    noteSent()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value.trim()) search.append(name, value.trim())
    // The attribute: the property is an absolute address, which the router takes for a path.
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
