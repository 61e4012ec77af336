import { classes } from './classes'
import { Icon } from './icon'
import styles from './picture.module.css'

type PictureProps = {
  src: string | null
  /** Empty where the name stands beside it. */
  alt: string
  size: number
  loading?: 'lazy' | 'eager'
  /** What the screen is about, wanted at once. */
  isMain?: boolean
}

/** For an `img` that leaves the line to the text and their font. React 18 has no name for it. */
export const lowPriority = { fetchpriority: 'low' }

/** A square picture of a product on white paper, or a drawn basket where there is none. */
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
