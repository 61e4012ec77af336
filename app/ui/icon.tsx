import { createContext, useContext } from 'react'

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
  /** Only for an icon that stands without text; all others are decoration. */
  label?: string
}

/** What an icon refers to: a drawing in the page, or a file. */
export type IconSource = (name: string) => string

/** The file of an icon (specification, section 7: of the project `base`). */
export const fileOfIcon: IconSource = (name) => `/assets/svg/icons/base/${name}.svg`

/** The id of an icon's drawing in a page. */
export const idOfIcon: IconSource = (name) => `icon-${name}`

const icons = typeof document === 'undefined' ? null : document.getElementById('icons')

/** The drawings that came with the page: they stay in it while the browser goes from screen to screen. */
export const pageIcons = icons?.innerHTML ?? ''
const inPage = new Set(Array.from(icons?.children ?? [], ({ id }) => id))

/** The server draws into the page what the page uses; what a later screen needs is a file. */
export const IconSourceContext = createContext<IconSource>((name) => {
  const id = idOfIcon(name)
  return inPage.has(id) ? `#${id}` : `${fileOfIcon(name)}#icon`
})

/** Has the page bring an icon that only its script shows, which else were a file. */
export function useLaterIcon(name: IconName): void {
  useContext(IconSourceContext)(name)
}

/** A line icon in the colour of the text around it. What fails to load shows nothing. */
export function Icon({ name, size = 'medium', label }: IconProps) {
  const sourceOf = useContext(IconSourceContext)
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      className={classes(styles.icon, styles[size])}
      viewBox="0 0 24 24"
      focusable="false"
      {...named}
    >
      <use href={sourceOf(name)} />
    </svg>
  )
}
