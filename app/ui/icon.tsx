import styles from './icon.module.css'
import { classes } from './classes'

export type IconName =
  | 'arrow-left'
  | 'barcode'
  | 'basket'
  | 'bell'
  | 'calendar'
  | 'card'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'copy'
  | 'coupon'
  | 'download'
  | 'expand'
  | 'external'
  | 'filter'
  | 'gift'
  | 'heart'
  | 'home'
  | 'info'
  | 'leaf'
  | 'lock'
  | 'mail'
  | 'map-pin'
  | 'minus'
  | 'moon'
  | 'percent'
  | 'phone'
  | 'plus'
  | 'profile'
  | 'receipt'
  | 'refresh'
  | 'search'
  | 'settings'
  | 'share'
  | 'shrink'
  | 'sign-out'
  | 'star'
  | 'star-filled'
  | 'store'
  | 'sun'
  | 'trash'
  | 'warning'

type IconProps = {
  name: IconName
  project?: 'base' | 'v1'
  size?: 'small' | 'medium' | 'large'
  /** Only for an icon that stands without text; all others are decoration. */
  label?: string
}

/** A line icon in the colour of the text around it. A file that fails to load shows nothing. */
export function Icon({ name, project = 'base', size = 'medium', label }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      className={classes(styles.icon, styles[size])}
      viewBox="0 0 24 24"
      focusable="false"
      {...named}
    >
      <use href={`/assets/svg/icons/${project}/${name}.svg#icon`} />
    </svg>
  )
}
