let changed: HTMLFormElement | null = null

/** Remembers the form that the shopper fills in on the present screen. */
export function watchTypedText(): void {
  document.addEventListener('input', ({ target }) => {
    const { form } = target as HTMLInputElement
    if (form?.method === 'post') changed = form
  })
}

/** True while a half-filled form is on the screen. */
export const hasTypedText = (): boolean => changed?.isConnected ?? false
