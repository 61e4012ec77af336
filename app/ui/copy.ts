import { useCallback, useEffect, useState } from 'react'

/** How long «Скопировано» is shown (specification, section 9). */
const COPIED_MS = 1500

/**
 * Copies a text to the clipboard. `canCopy` is false until the browser has shown that it can, so
 * that no dead button is rendered on the server.
 */
export function useCopy(text: string) {
  const [canCopy, setCanCopy] = useState(false)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => setCanCopy('clipboard' in navigator), [])

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = useCallback(async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // The browser may refuse; the number is on the screen to be read out.
    }
  }, [text])

  return { canCopy, isCopied, copy }
}
