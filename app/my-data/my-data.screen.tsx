import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/lib/page-title'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { DownloadHint } from '~/ui/download-hint'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/lib/currency'
import { tabName } from '~/lib/shown-brand'

import { loadMyData, type MyData } from './my-data.server'
import styles from './my-data.module.css'
import { DownloadForm } from './download-form'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Мои данные')]

export async function loader({ context }: LoaderFunctionArgs) {
  return loadMyData(context.gateways)
}

export default function MyDataScreen() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack gap-8', styles.screen)}>
      <PageHeader
        title="Мои данные"
        backHref="/profile"
        backLabel={tabName('profile')}
        lead="Что о&nbsp;вас хранится, кто это хранит и&nbsp;как забрать всё с&nbsp;собой."
      />
      <Block title="Что хранится" id="kept">
        <div className="stack gap-3">
          <Summary {...loaded} />
          {Object.values(loaded).includes(null) && (
            <BlockError retryHref="/profile/my-data" title="Загрузилось не всё" />
          )}
        </div>
      </Block>
      <Block title="Забрать с&nbsp;собой" id="take">
        <div className="stack gap-3">
          <DownloadForm />
          <DownloadHint />
        </div>
      </Block>
      <Block title="Кто хранит" id="keepers">
        <div className="stack gap-3">
          <p>
            Данные программы хранит её оператор:{' '}
            <Link reloadDocument to="/details">
              реквизиты
            </Link>
            ,{' '}
            <Link reloadDocument to="/pdn">
              политика обработки данных
            </Link>
            . Сам сайт их у себя не держит: когда вы открываете страницу, он спрашивает их у
            сервисов программы.
          </p>
          <p>
            На этом устройстве остаются файлы cookie — вход, магазин, оформление — и копия карты,
            чтобы она открывалась без сети. Их полный список — в{' '}
            <Link reloadDocument to="/cookie-policy">
              политике cookie
            </Link>
            . После выхода вход и копия карты стираются.
          </p>
        </div>
      </Block>
      <Block title="Ваши права" id="rights">
        <p>По закону о персональных данных (152-ФЗ) вы можете:</p>
        <ul className={styles.rights}>
          <li>узнать, что о вас хранится, — эта страница и файлы на ней;</li>
          <li>
            исправить неверное — <Link to="/profile/edit">имя и почта</Link>;
          </li>
          <li>
            отказаться от рассылок — <Link to="/profile/notification">уведомления</Link>;
          </li>
          <li>
            отозвать согласие или удалить аккаунт —{' '}
            <Link to="/profile/legal#leaving">документы и согласия</Link>.
          </li>
        </ul>
      </Block>
    </div>
  )
}

const notLoaded = 'Сейчас не загрузилось'

/** The stored data, each part with a link to its screen. */
function Summary({ person, cards, points, coupons, history, consents }: MyData) {
  return (
    <RowList>
      <ListRow
        to="/profile/edit"
        icon="profile"
        title="Имя, контакты и дата рождения"
        text={<span className="clamped">{person ?? notLoaded}</span>}
      />
      <ListRow to="/profile/cards" icon="card" title="Карты" text={cards ?? notLoaded} />
      <ListRow
        to="/profile/transactions"
        icon="receipt"
        title="Покупки и чеки"
        text={history ?? notLoaded}
      />
      <ListRow
        to="/profile/stars"
        icon="currency-line"
        title={currency.Plural}
        text={points ? <Figures>{points}</Figures> : notLoaded}
      />
      <ListRow to="/coupons" icon="coupon" title={tabName('coupons')} text={coupons ?? notLoaded} />
      <ListRow
        to="/profile/notification"
        icon="bell"
        title="Согласия"
        text={consents ?? notLoaded}
      />
    </RowList>
  )
}
