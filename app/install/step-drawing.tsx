import { Icon, type IconName } from '~/ui/icon'

import styles from './install.module.css'
import type { StepScene } from './tutorials'

const icons: Record<StepScene, IconName> = {
  share: 'share',
  menu: 'settings',
  add: 'plus',
  confirm: 'check',
  done: 'card',
  safari: 'external',
  desktop: 'search',
}

/** A drawn phone with the control to press; the text beside it says the same. */
export function StepDrawing({ name }: { name: StepScene }) {
  return (
    <span className={styles.drawing} aria-hidden="true">
      <svg className={styles.phone} viewBox="0 0 64 96" focusable="false">
        <rect className={styles.body} x="2" y="2" width="60" height="92" rx="12" />
        <rect className={styles.line} x="12" y="16" width="40" height="6" rx="3" />
        <rect className={styles.line} x="12" y="74" width="40" height="6" rx="3" />
      </svg>
      <span className={styles.press}>
        {name === 'menu' ? <span className={styles.dots}>⋮</span> : <Icon name={icons[name]} />}
      </span>
    </span>
  )
}
