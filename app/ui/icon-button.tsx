import type { ButtonHTMLAttributes } from 'react'

import { Icon, type IconName } from './icon'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: IconName
  /** The label for screen readers. */
  label: string
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className' | 'style' | 'children'>

/** A round button without text, large enough for a finger. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button {...button} className={styles.button} type="button" aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
