import { shownBrand } from '~/domain/shown-brand'

import { classes } from './classes'
import styles from './icon.module.css'

export type IconName =
  | 'arrow-left'
  | 'barcode'
  | 'basket'
  | 'bell'
  | 'card'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'copy'
  | 'coupon'
  | 'currency'
  | 'currency-line'
  | 'download'
  | 'expand'
  | 'external'
  | 'filter'
  | 'gift'
  | 'heart'
  | 'home'
  | 'info'
  | 'lock'
  | 'mail'
  | 'map-pin'
  | 'moon'
  | 'phone'
  | 'plus'
  | 'profile'
  | 'receipt'
  | 'refresh'
  | 'search'
  | 'settings'
  | 'share'
  | 'sign-out'
  | 'star'
  | 'star-filled'
  | 'store'
  | 'sun'
  | 'warning'

type IconProps = {
  name: IconName
  size?: 'small' | 'medium' | 'large'
  /** Only for an icon without text; other icons are decoration. */
  label?: string
}

/** The address of an icon: a symbol in the brand's file of icons (brand/brand-pack.server). */
export const iconAddress = (name: IconName | 'mark' | 'logo') => `${shownBrand().icons}#${name}`

/** A line icon in the colour of the surrounding text; empty when it fails to load. */
export function Icon({ name, size = 'medium', label }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      className={classes(styles.icon, styles[size])}
      viewBox="0 0 24 24"
      focusable="false"
      {...named}
    >
      <use href={iconAddress(name)} />
    </svg>
  )
}
