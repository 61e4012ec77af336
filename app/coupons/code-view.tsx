import styles from './code-view.module.css'

export type CodeViewProps = {
  /** Drawn by our own server; null where the code is to be read out. */
  svg: string | null
  kind: 'barcode' | 'qr' | 'text'
  text: string
}

/** A coupon's code for the till: drawn dark on white in every theme, and always in letters too. */
export function CodeView({ svg, kind, text }: CodeViewProps) {
  return (
    <div className={styles.paper}>
      {svg && (
        <div
          className={kind === 'qr' ? styles.qr : styles.barcode}
          role="img"
          aria-label={kind === 'qr' ? 'QR-код купона' : 'Штрихкод купона'}
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      )}
      <p className={svg ? styles.text : styles.large}>{text}</p>
    </div>
  )
}
