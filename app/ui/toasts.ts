export type ToastTheme = 'info' | 'success' | 'warning' | 'error'
type ToastPosition = 'top' | 'bottom'

/** One toast (specification 3.29). */
interface Toast {
  theme: ToastTheme
  /** How urgently a screen reader speaks it: after the current text, or at once. */
  type: 'status' | 'alert'
  title: string
  description?: string | undefined
  /** A button that calls `onButton` and closes the toast. */
  buttonLabel?: string | undefined
  onButton?: (() => void) | undefined
  position: ToastPosition
  /** Stays until closed. */
  persistent: boolean
}

export interface ShownToast extends Toast {
  id: number
}

const CLOSE_MS = 5000
const INFO_CLOSE_MS = 3000

let nextId = 1
let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast and replaces the one at the same position. */
export function showToast(toast: Partial<Toast> & Pick<Toast, 'title'>): number {
  const theme = toast.theme ?? 'info'
  const whole: ShownToast = {
    theme,
    type: theme === 'error' ? 'alert' : 'status',
    position: 'bottom',
    persistent: false,
    ...toast,
    id: nextId++,
  }
  change([...shown.filter(({ position }) => position !== whole.position), whole])
  return whole.id
}

export function closeToast(id: number): void {
  change(shown.filter((toast) => toast.id !== id))
}

/** Closes the toast after its time, unless it is persistent; returns a function that prevents it. */
export function closeLater({ id, theme, persistent }: ShownToast): (() => void) | undefined {
  if (persistent) return
  const timer = setTimeout(closeToast, theme === 'info' ? INFO_CLOSE_MS : CLOSE_MS, id)
  return () => clearTimeout(timer)
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => shown,
  /** The server has no toasts: their content is part of the page. */
  getOnServer: () => none,
}
const none: readonly ShownToast[] = []
