import { Icon, type IconName } from '~/ui/icon'
import styles from './theme-switch.module.css'

type ThemeSwitchProps = {
  /** null follows the system. */
  current: 'light' | 'dark' | null
}

const choices: { value: 'system' | 'light' | 'dark'; label: string; icon: IconName }[] = [
  { value: 'system', label: 'Системное', icon: 'settings' },
  { value: 'light', label: 'Светлое', icon: 'sun' },
  { value: 'dark', label: 'Тёмное', icon: 'moon' },
]

/** Three buttons of one form, field `theme`: each applies at once, with and without scripts. */
export function ThemeSwitch({ current }: ThemeSwitchProps) {
  return (
    <div className={styles.switch} role="group" aria-label="Цвета приложения">
      {choices.map(({ value, label, icon }) => (
        <button
          className={styles.choice}
          key={value}
          name="theme"
          value={value}
          aria-pressed={value === (current ?? 'system')}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  )
}
