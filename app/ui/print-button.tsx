import { useState, type ComponentProps } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { withTimeout } from '~/lib/with-timeout'

import { Button } from './button'

const LIMIT_MS = 1000

/**
 * Prints the page. In a browser that cannot print, such as an in-app browser, shows advice instead.
 */
export function PrintButton(button: Pick<ComponentProps<typeof Button>, 'variant' | 'icon'>) {
  const isHydrated = useHydrated()
  const [hasFailed, setHasFailed] = useState(false)
  if (!isHydrated) return <p>Печать — в меню браузера.</p>
  const onClick = () =>
    withTimeout(print, LIMIT_MS).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    )
  return (
    <>
      <Button type="button" {...button} onClick={onClick}>
        Распечатать
      </Button>
      <p role="status">
        {hasFailed &&
          'Печать не открылась. Она может быть в меню браузера; если её нет, откройте страницу в Chrome или Safari.'}
      </p>
    </>
  )
}

/** Browsers that print fire an event before they show the dialogue. */
const print = () =>
  new Promise<unknown>((resolve) => {
    addEventListener('beforeprint', resolve, { once: true })
    window.print()
  })
