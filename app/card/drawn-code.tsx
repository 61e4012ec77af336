import { classes } from '~/ui/classes'

import styles from './drawn-code.module.css'

interface DrawnProps {
  /** Our own drawing: nothing that a shopper typed is in it. */
  svg: string
  label: string
}

/** A QR code on its paper, as wide as what it stands in. */
export function DrawnQr({ svg, label }: DrawnProps) {
  return (
    <div
      className={classes(styles.paper, styles.qr)}
      role="img"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}

/** A barcode on its paper, as wide as what it stands in. */
export function DrawnBars({ svg, label }: DrawnProps) {
  return (
    <div
      className={classes(styles.paper, styles.bars)}
      role="img"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
