import { useSubmit } from '@remix-run/react'
import { useEffect, useRef, type FocusEvent, type FormEvent } from 'react'

/**
 * For a GET form that shows what the address says, and again whenever another address says
 * something else. What was typed before the script came stays as it is.
 * @param state what the address says; changes when that does
 * @returns the ref of the form
 */
export function useShownForm(state: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { current } = form
    return () => current?.reset()
  }, [state])
  return form
}

/**
 * A GET form that sends itself: at once when a box is ticked, and when a changed text field is
 * left. The page stays where it is, and so does the focus. Empty fields are left out.
 * @param state changes when the address does; the form then shows again what the address says
 */
export function useAutoSubmit(state: string) {
  const submit = useSubmit()
  const ref = useShownForm(state)

  function send(form: HTMLFormElement) {
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
