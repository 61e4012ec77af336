import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { env } from '~/platform/env.server'
import { classes } from '~/ui/classes'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'

import { catimaLink, loadNumber, passSigner } from './elsewhere.server'
import { Ways } from './elsewhere-ways'
import styles from './elsewhere.module.css'

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Карта на бумаге и в кошельке'),
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { state, number } = await loadNumber(context)
  const { BRAND_NAME: store, brand } = env()
  const colour = brand.data.colours.light.plate
  const note = 'Постоянный номер карты. Баланс и код для кассы — на сайте магазина.'
  return {
    state,
    catima: number && catimaLink({ store, note, cardid: number, colour }),
    hasPass: passSigner() !== null,
  }
}

export default function ElsewhereScreen() {
  const { state, catima, hasPass } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title="Карта на&nbsp;бумаге и&nbsp;в&nbsp;кошельке"
        backHref="/qr"
        backLabel={tabName('qr')}
        lead="Карта под рукой и&nbsp;без этого сайта."
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
            title="Здесь постоянный номер, а&nbsp;не&nbsp;код"
            text="По номеру касса узнаёт вашу карту, поэтому берегите его, как саму карту. Код на экране «Карта» меняется каждые пять минут — на кассе он надёжнее. Баланса ни на бумаге, ни в кошельке не видно."
          />
          <Ways catima={catima} hasPass={hasPass} />
        </>
      )}
    </div>
  )
}
