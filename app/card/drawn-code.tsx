import { useEffect, useRef } from 'react'

import { classes } from '~/ui/classes'

import { fitCodes } from './fit-codes'
import styles from './drawn-code.module.css'

interface DrawnProps {
  /** Our own SVG, without input of shoppers. */
  svg: string
  label: string
}

/** A QR code on white, as wide as its container. */
export const DrawnQr = (drawn: DrawnProps) => <Drawn {...drawn} kind="qr" />

/** A barcode on white, as wide as its container. */
export const DrawnBars = (drawn: DrawnProps) => <Drawn {...drawn} kind="bars" />

function Drawn({ svg, label, kind }: DrawnProps & { kind: 'qr' | 'bars' }) {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fit = () => paper.current && fitCodes(paper.current)
    fit()
    // A turned phone, or another ratio of pixels by a zoom or on another monitor.
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [svg])
  return (
    <div
      ref={paper}
      className={classes(styles.paper, styles[kind])}
      role="img"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
