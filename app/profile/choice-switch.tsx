import { Icon, type IconName } from '~/ui/icon'
import styles from './choice-switch.module.css'

type ChoiceSwitchProps = {
  name: string
  /** The label of the choice for screen readers. */
  label: string
  choices: readonly { value: string; label: string; icon: IconName }[]
  current: string
}

/** Buttons of one form that share a field; each applies at once, with and without scripts. */
export function ChoiceSwitch({ name, label, choices, current }: ChoiceSwitchProps) {
  return (
    <div className={styles.switch} role="group" aria-label={label}>
      {choices.map(({ value, label: text, icon }) => (
        <button
          className={styles.choice}
          key={value}
          name={name}
          value={value}
          aria-pressed={value === current}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  )
}
