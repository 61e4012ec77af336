import { classes } from './classes'
import styles from './illustration.module.css'

export type IllustrationName =
  | 'basket'
  | 'card'
  | 'card-guide'
  | 'empty'
  | 'not-found'
  | 'offline'
  | 'phone-code'
  | 'stars'
  | 'warning'
  | 'welcome'

const sizes = {
  small: { width: 112, height: 112 },
  large: { width: 280, height: 220 },
}

type IllustrationProps = {
  name: IllustrationName
  project?: 'base' | 'v1'
  size?: keyof typeof sizes
  /** 'eager' for a drawing in the first screenful. */
  loading?: 'lazy' | 'eager'
}

/** A drawing that says nothing the text beside it does not say. */
export function Illustration({
  name,
  project = 'base',
  size = 'large',
  loading = 'lazy',
}: IllustrationProps) {
  return (
    <img
      className={classes(styles.illustration, styles[size])}
      src={`/assets/svg/illustrations/${project}/${name}.svg`}
      alt=""
      loading={loading}
      decoding="async"
      {...sizes[size]}
    />
  )
}
