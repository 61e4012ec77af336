import styles from './code-view.module.css'

export type CodeViewProps = {
  /** SVG of our own server; null when the code is only text. */
  svg: string | null
  kind: 'barcode' | 'qr' | 'text'
  text: string
}

/** A coupon's code for the till: dark on white in every theme, and always as text, too. */
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
