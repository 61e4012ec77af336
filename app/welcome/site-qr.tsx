import type { SiteAddress } from './site-qr.server'
import styles from './site-qr.module.css'

/** A QR code for desktop visitors, because the card is used on a phone. */
export function SiteQr({ host, svg }: SiteAddress) {
  return (
    <aside className={styles.block} aria-label="Открыть на телефоне">
      <div
        className={styles.code}
        role="img"
        aria-label={`QR-код с адресом ${host}`}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <div>
        <p className={styles.title}>Откройте на&nbsp;телефоне</p>
        <p className={styles.text}>Наведите камеру на код или наберите {host}.</p>
      </div>
    </aside>
  )
}
