import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'

import { pageTitle } from '~/lib/page-title'
import { env } from '~/platform/env.server'
import { requireShopper } from '~/session/guards.server'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'

import { catimaLink } from './catima'
import { loadNumber, passSigner } from './elsewhere.server'
import styles from './elsewhere.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта в другом месте')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { state, number } = await loadNumber(context)
  const { BRAND_NAME: store } = env()
  const note = 'Постоянный номер карты. Баланс и код для кассы — на сайте магазина.'
  return {
    state,
    catima: number && catimaLink({ store, note, cardid: number }),
    hasPass: passSigner() !== null,
  }
}

export default function ElsewhereScreen() {
  const { state, catima, hasPass } = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Карта в другом месте"
        backTo="/qr"
        backLabel="Карта"
        lead="На бумаге или в кошельке телефона, чтобы карта была под рукой и без этого сайта."
      />
      {state === 'unknown' && (
        <BlockError retryHref="/qr/elsewhere" title="Номер карты не загрузился" />
      )}
      {state === 'none' && (
        <EmptyState
          illustration="card"
          title="Карты пока нет"
          text="Откройте карту: она появится сама, и её можно будет взять с собой."
          action={<ButtonLink to="/qr">Открыть карту</ButtonLink>}
        />
      )}
      {catima && (
        <>
          <Notice
            title="Здесь постоянный номер, а не код"
            text="По номеру касса узнаёт вашу карту, поэтому берегите его, как саму карту. Код на экране «Карта» меняется каждые пять минут — на кассе он надёжнее. Баланса ни на бумаге, ни в кошельке не видно."
          />
          <Ways catima={catima} hasPass={hasPass} />
        </>
      )}
    </div>
  )
}

type WayProps = {
  id: string
  title: string
  /** What it gives. */
  text: string
  /** Who can read the number there. */
  readers: string
  action: ReactNode
}

function Way({ id, title, text, readers, action }: WayProps) {
  return (
    <Block title={title} id={id}>
      <div className={styles.way}>
        <p>{text}</p>
        <p className={styles.readers}>
          <strong>Кто прочтёт номер.</strong> {readers}
        </p>
        <div>{action}</div>
      </div>
    </Block>
  )
}

function Ways({ catima, hasPass }: { catima: string; hasPass: boolean }) {
  return (
    <>
      <Way
        id="paper"
        title="На бумаге"
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
