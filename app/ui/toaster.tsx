import { useEffect, useState, useSyncExternalStore } from 'react'

import { Button } from './button'
import { classes } from './classes'
import { Icon, type IconName } from './icon'
import { IconButton } from './icon-button'
import { LiveRegion } from './live-region'

import styles from './toaster.module.css'
import { closeLater, closeToast, toastStore, type ShownToast, type ToastTheme } from './toasts'

/** Other themes have the triangle. */
const icons: Partial<Record<ToastTheme, IconName>> = { info: 'info', success: 'check' }

/** Shows toasts above every screen; the server renders their empty regions. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.getOnServer)
  return (
    <>
      {(['status', 'alert'] as const).map((type) => (
        <LiveRegion key={type} isUrgent={type === 'alert'}>
          {toasts
            .filter((toast) => toast.type === type)
            .map((toast) => (
              <ToastView key={toast.id} toast={toast} />
            ))}
        </LiveRegion>
      ))}
    </>
  )
}

function ToastView({ toast }: { toast: ShownToast }) {
  const { id, theme, title, description, buttonLabel, onButton } = toast
  const held = useAutoClose(toast)
  return (
    <div className={classes(styles.toast, styles[theme], styles[toast.position])} {...held}>
      <span className={styles.icon}>
        <Icon name={icons[theme] ?? 'warning'} />
      </span>
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {buttonLabel && (
        <Button
          type="button"
          size="small"
          variant="secondary"
          onClick={() => {
            closeToast(id)
            onButton?.()
          }}
        >
          {buttonLabel}
        </Button>
      )}
      <div className={styles.close}>
        <IconButton icon="close" label="Закрыть сообщение" onClick={() => closeToast(id)} />
      </div>
    </div>
  )
}

/** Closes the toast after its time, which pauses under the pointer and during focus. */
function useAutoClose(toast: ShownToast) {
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isHovered || hasFocus
  useEffect(() => (isHeld ? undefined : closeLater(toast)), [toast, isHeld])
  return {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
}
