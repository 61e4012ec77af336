import { classes } from './classes'
import styles from './illustration.module.css'

export type IllustrationName =
  'basket' | 'card' | 'card-guide' | 'empty' | 'not-found' | 'phone-code' | 'stars' | 'warning'

const sizes = {
  small: { width: 112, height: 112 },
  large: { width: 280, height: 220 },
}

type IllustrationProps = {
  name: IllustrationName
  size?: keyof typeof sizes
  /** 'eager' for a drawing in the first viewport. */
  loading?: 'lazy' | 'eager'
}

/** A decorative drawing; the text beside it says the same. */
export function Illustration({ name, size = 'large', loading = 'lazy' }: IllustrationProps) {
  return (
    <img
      className={classes(styles.illustration, styles[size])}
      src={`/assets/svg/illustrations/base/${name}.svg`}
      alt=""
      loading={loading}
      decoding="async"
      {...sizes[size]}
    />
  )
}
