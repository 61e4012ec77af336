import { classes } from './classes'
import { Icon } from './icon'
import styles from './picture.module.css'

type PictureProps = {
  src: string | null
  /** Empty when the name stands beside the picture. */
  alt: string
  size: number
  loading?: 'lazy' | 'eager'
  /** True for the main picture of a screen, which loads at once. */
  isMain?: boolean
}

/** Lets an `img` load after text and fonts. React 18 does not support the camel-case name. */
export const lowPriority = { fetchpriority: 'low' }

/** A square picture of a product on white, or a drawn basket without one. */
export function Picture({
  src,
  alt,
  size,
  isMain,
  loading = isMain ? 'eager' : 'lazy',
}: PictureProps) {
  if (!src)
    return (
      <span
        className={classes(styles.paper, styles.missing)}
        {...(alt ? { role: 'img', 'aria-label': `${alt}: фотографии нет` } : {})}
      >
        <Icon name="basket" size="large" />
      </span>
    )
  return (
    <span className={styles.paper}>
      <img
        className={styles.picture}
        src={src}
        alt={alt}
        width={size}
        height={size}
        loading={loading}
        decoding="async"
        {...(!isMain && lowPriority)}
      />
    </span>
  )
}
