import { useEffect, useState, type RefObject } from 'react'

type WidgetEvent = 'network-error' | 'javascript-error' | 'token-expired' | 'success'

/** The used part of Yandex SmartCaptcha's script (yandex.cloud/docs/smartcaptcha). */
interface SmartCaptcha {
  render(
    container: HTMLElement,
    options: { sitekey: string; hl?: string; callback?: (token: string) => void },
  ): number
  /** The page's first widget when none is named. */
  subscribe(widgetId: number | undefined, event: WidgetEvent, listener: () => void): () => void
  destroy(widgetId: number): void
}

declare global {
  interface Window {
    smartCaptcha?: SmartCaptcha
    onSmartCaptchaLoad?: () => void
  }
}

/** After this time a script that is neither loaded nor failed counts as absent. */
const MAX_WAIT_MS = 10_000

let loading: Promise<SmartCaptcha> | undefined

/**
 * Loads the provider's script once: the document's, or a new one, because React never runs its own script
 * elements. A failed script of the document is noticed when the document has loaded, because its error event
 * had no listener yet.
 */
function loadProvider(url: string, isOfDocument: boolean): Promise<SmartCaptcha> {
  loading ??= new Promise<SmartCaptcha>((resolve, reject) => {
    const settle = () => {
      if (window.smartCaptcha) resolve(window.smartCaptcha)
    }
    const load = () => {
      if (window.smartCaptcha) return settle()
      window.onSmartCaptchaLoad = settle
      const script = document.createElement('script')
      script.src = `${url}?render=onload&onload=onSmartCaptchaLoad`
      script.async = true
      script.onerror = () => reject(new Error('no captcha'))
      document.head.append(script)
    }
    setTimeout(() => reject(new Error('no captcha')), MAX_WAIT_MS)
    if (isOfDocument && document.readyState !== 'complete') window.addEventListener('load', load)
    else load()
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

type CaptchaTrouble = 'absent' | 'expired' | null

interface WidgetOptions {
  siteKey: string
  scriptUrl: string
  /** The document contains the script, which draws by itself. */
  isOfDocument: boolean
}

/**
 * Draws the provider's widget into `container`, unless the document's script has drawn it; reports errors.
 */
export function useSmartCaptcha(
  container: RefObject<HTMLElement>,
  { siteKey, scriptUrl, isOfDocument }: WidgetOptions,
) {
  const [trouble, setTrouble] = useState<CaptchaTrouble>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const place = container.current
    if (!place) return
    let isGone = false
    /** Undefined for a widget that the document's own script has drawn. */
    let ownId: number | undefined
    const leave: (() => void)[] = []
    loadProvider(scriptUrl, isOfDocument).then(
      (provider) => {
        if (isGone) return
        if (!place.hasChildNodes()) ownId = provider.render(place, { sitekey: siteKey, hl: 'ru' })
        const on = (event: WidgetEvent, next: CaptchaTrouble) =>
          leave.push(provider.subscribe(ownId, event, () => setTrouble(next)))
        on('network-error', 'absent')
        on('javascript-error', 'absent')
        on('token-expired', 'expired')
        on('success', null)
        setTrouble(null)
      },
      () => !isGone && setTrouble('absent'),
    )
    return () => {
      isGone = true
      for (const stop of leave) stop()
      if (ownId === undefined) return
      window.smartCaptcha?.destroy(ownId)
      place.replaceChildren()
    }
  }, [container, siteKey, scriptUrl, isOfDocument, attempt])

  return { trouble, retry: () => setAttempt((count) => count + 1) }
}
