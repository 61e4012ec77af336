import type { ReactNode } from 'react'

import { Block } from '~/ui/block'
import { ButtonLink } from '~/ui/button'

import styles from './elsewhere.module.css'

type WayProps = {
  id: string
  title: string
  /** What the shopper gets. */
  text: string
  /** Who can read the number there. */
  readers: string
  action: ReactNode
}

function Way({ id, title, text, readers, action }: WayProps) {
  return (
    <Block title={title} id={id}>
      <div className="stack gap-3 card">
        <p>{text}</p>
        <p className={styles.readers}>
          <strong>Кто прочтёт номер.</strong>
          {` ${readers}`}
        </p>
        <div>{action}</div>
      </div>
    </Block>
  )
}

/** Other places for the card, with their use and who can read the number there. */
export function Ways({ catima, hasPass }: { catima: string; hasPass: boolean }) {
  return (
    <>
      <Way
        id="paper"
        title="На&nbsp;бумаге"
        text="Карта обычного размера с номером, штрихкодом и QR-кодом: вырезать и сложить пополам."
        readers="Каждый, кто возьмёт её в руки или сфотографирует."
        action={
          <ButtonLink to="/qr/print" variant="secondary" icon="card">
            Карта для печати
          </ButtonLink>
        }
      />
      <Way
        id="catima"
        title="В кошельке Catima"
        text="Catima — приложение для Android с открытым кодом: хранит карты на телефоне и работает без интернета. Ссылка откроет его и предложит добавить карту."
        readers="Тот, у кого в руках ваш открытый телефон, и тот, кому вы перешлёте ссылку. Сайт Catima номера не узнает: он стоит в той части ссылки, которую браузер никому не отправляет."
        action={
          <ButtonLink
            to={catima}
            variant="secondary"
            icon="external"
            rel="noreferrer"
            reloadDocument
          >
            Добавить в Catima
          </ButtonLink>
        }
      />
      {hasPass && (
        <Way
          id="wallet"
          title="В Apple Wallet"
          text="Карта откроется на iPhone и на часах Apple Watch, тоже без интернета."
          readers="Каждый, у кого в руках телефон: карту видно и на заблокированном экране, если он это разрешает. При включённой синхронизации Wallet карта хранится и в вашем iCloud."
          action={
            <ButtonLink
              to="/qr/pass"
              type="application/vnd.apple.pkpass"
              variant="secondary"
              icon="download"
              reloadDocument
            >
              Добавить в Apple Wallet
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
