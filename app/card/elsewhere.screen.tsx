import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

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
            text="Звёзды по номеру начисляются и списываются, поэтому берегите его, как саму карту. Код на экране «Карта» меняется каждые пять минут — на кассе он надёжнее. Баланса ни на бумаге, ни в кошельке не видно."
          />
          <Ways catima={catima} hasPass={hasPass} />
        </>
      )}
    </div>
  )
}

function Ways({ catima, hasPass }: { catima: string; hasPass: boolean }) {
  return (
    <>
      <Block title="На бумаге" id="paper">
        <p>Карта обычного размера с номером, штрихкодом и QR-кодом: вырезать и сложить пополам.</p>
        <p className={styles.who}>
          Номер прочтёт каждый, кто возьмёт её в руки или сфотографирует.
        </p>
        <div>
          <ButtonLink to="/qr/print" variant="secondary" icon="card">
            Карта для печати
          </ButtonLink>
        </div>
      </Block>
      <Block title="В кошельке Catima" id="catima">
        <p>
          Catima — приложение для Android с открытым кодом: оно хранит карты на телефоне и работает
          без интернета. Ссылка откроет его и предложит добавить карту.
        </p>
        <p className={styles.who}>
          Номер видит только ваш телефон: он стоит в той части ссылки, которую браузер никому не
          отправляет. Прочтёт его и тот, кому вы перешлёте ссылку или дадите открытый телефон.
        </p>
        <div>
          <ButtonLink
            to={catima}
            variant="secondary"
            icon="external"
            rel="noreferrer"
            reloadDocument
          >
            Добавить в Catima
          </ButtonLink>
        </div>
      </Block>
      {hasPass && (
        <Block title="В Apple Wallet" id="wallet">
          <p>Карта откроется на iPhone и на часах, в том числе на заблокированном экране.</p>
          <p className={styles.who}>
            Номер прочтёт каждый, кто держит телефон в руках. Если включена синхронизация Wallet,
            карта хранится и в вашем iCloud.
          </p>
          <div>
            <ButtonLink
              to="/qr/pass"
              type="application/vnd.apple.pkpass"
              variant="secondary"
              icon="download"
              reloadDocument
            >
              Добавить в Apple Wallet
            </ButtonLink>
          </div>
        </Block>
      )}
    </>
  )
}
