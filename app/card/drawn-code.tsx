import { classes } from '~/ui/classes'

import styles from './drawn-code.module.css'

interface DrawnProps {
  /** Our own SVG, without input of shoppers. */
  svg: string
  label: string
}

/** A QR code on white, as wide as its container. */
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

/** A barcode on white, as wide as its container. */
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
