import { useCallback, useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { withTimeout } from '~/lib/with-timeout'

const LIMIT_MS = 2000

/** Copies a text to the clipboard. In-app browsers have none, refuse, or never answer: all of them fail. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await withTimeout(() => navigator.clipboard.writeText(text), LIMIT_MS)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** How long «Скопировано» is shown (specification 9.9). */
const COPIED_MS = 1500

/**
 * Copies a text to the clipboard. When the browser cannot, or does not answer, selects the element
 * of `source` with the text instead. `canCopy` is false before hydration.
 */
export function useCopy<Source extends HTMLElement>(text: string) {
  const source = useRef<Source>(null)
  const canCopy = useHydrated()
  const [state, setState] = useState<'none' | 'copied' | 'failed'>('none')

  useEffect(() => {
    if (state === 'failed' && source.current) getSelection()?.selectAllChildren(source.current)
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('none'), COPIED_MS)
    return () => clearTimeout(timer)
  }, [state])

  const copy = useCallback(async () => {
    // Resets the state, so that a second failure selects the text again.
    setState('none')
    setState(await copyText(text))
  }, [text])

  /** Selects or deselects the text without copying. */
  const showSource = useCallback((isShown: boolean) => setState(isShown ? 'failed' : 'none'), [])

  return {
    canCopy,
    isCopied: state === 'copied',
    hasFailed: state === 'failed',
    copy,
    showSource,
    source,
  }
}
