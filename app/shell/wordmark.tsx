import { shownBrand } from '~/lib/shown-brand'
import { iconAddress } from '~/ui/icon'

import styles from './wordmark.module.css'

/** The brand's mark with its name, or its logo instead of both. */
export function Wordmark({ name }: { name: string }) {
  const { logo } = shownBrand()
  return (
    <span className={styles.wordmark}>
      <svg
        className={logo ? styles.logo : styles.mark}
        viewBox={logo ?? '0 0 40 40'}
        aria-hidden="true"
        focusable="false"
      >
        <use href={iconAddress(logo ? 'logo' : 'mark')} />
      </svg>
      <span className={logo ? 'visually-hidden' : styles.name}>{name}</span>
    </span>
  )
}
