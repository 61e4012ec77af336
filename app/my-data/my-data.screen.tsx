import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, Form } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { DownloadHint } from '~/ui/download-hint'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'
import { switchedOff } from '~/domain/switch-names'
import { Icon } from '~/ui/icon'
import { useIsOff } from '~/ui/site'
import type { Gateways } from '~/gateways/gateways.server'
import { readEnds } from '~/gateways/history.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { getTillClock } from '~/lib/dates'
import { formatNumber, plural } from '~/lib/numbers'
import { maskPhone } from '~/domain/phone'

import styles from './my-data.module.css'

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

/** Each button downloads a file; a document form, because the response is no page. */
function DownloadForm() {
  const isOff = useIsOff('take-my-data')
  const files = [
    {
      file: 'all.json',
      title: 'Всё одним файлом',
      text: `Профиль, карты, согласия, ${currency.plural}, купоны и чеки — для переноса в другой сервис`,
      format: 'JSON',
    },
    {
      file: 'purchases.csv',
      title: 'Покупки таблицей',
      text: `Дата, магазин, сумма, ${currency.plural}`,
      format: 'CSV',
    },
  ]
  return (
    <div className="stack gap-4">
      <ul className={styles.files}>
        {files.map(({ file, title, text, format }) => (
          <li key={file}>
            <Form method="post" action={`/profile/my-data/${file}`} reloadDocument>
              <button className={styles.file} disabled={isOff}>
                <span className={styles.icon}>
                  <Icon name="download" />
                </span>
                <span className={styles.body}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.text}>{isOff ? switchedOff.title : text}</span>
                </span>
                <span className={styles.format}>{format}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <div className={styles.notes}>
        <p>
          CSV открывается в Excel и других таблицах. Длинная история собирается несколько минут;
          пока файл скачивается, приложением можно пользоваться.
        </p>
        <p>
          Если сервис с данными перестанет отвечать, файл закончится словами о том, что он неполный:
          скачайте его ещё раз. За час можно скачать до десяти файлов.
        </p>
        <p>В файлах личные данные: храните их там, где не прочтут другие.</p>
      </div>
    </div>
  )
}

/** Only their number is shown, and an unreadable coupon must not lose it. */
const FEW_COUPONS = { limit: 5, offset: 0 } as const

/** A shopper's stored data as text; a part that failed to load is null. */
async function loadMyData(gateways: Gateways) {
  const { account, identity, promotions } = gateways
  const loaded = await loadBlocks(
    {
      profile: identity.getProfile(),
      cards: account.listCards(),
      balance: account.getBalance(),
      coupons: promotions.listCoupons(FEW_COUPONS),
      history: loadExtent(gateways),
      consents: account.getPermissions(),
    },
    { history: BUDGET_MS.critical },
  )
  const { profile, cards, balance, coupons, history = null, consents } = loaded
  const answered = Object.values(consents ?? {}).filter((given) => given !== undefined)
  return {
    person: profile
      ? [profile.firstName, profile.phone && maskPhone(profile.phone)].filter(Boolean).join(', ')
      : null,
    cards: cards ? counted(cards.length, 'карта', 'карты', 'карт') : null,
    points: balance
      ? counted(balance.totalPointBalance, currency.one, currency.few, currency.many)
      : null,
    coupons: coupons ? counted(coupons.pagination.totalCount, 'купон', 'купона', 'купонов') : null,
    history,
    consents: consents ? `Дано ${answered.filter(Boolean).length} из ${answered.length}` : null,
  }
}

type MyData = Awaited<ReturnType<typeof loadMyData>>

/** The number of operations and the first year. */
async function loadExtent(gateways: Pick<Gateways, 'purchases'>): Promise<string> {
  const { oldest, totalCount } = await readEnds(gateways)
  const text = counted(totalCount, 'операция', 'операции', 'операций')
  return oldest ? `${text} с ${getTillClock(oldest.createdAt, null).year} года` : text
}

function counted(count: number, one: string, few: string, many: string): string {
  return `${formatNumber(count)} ${plural(count, one, few, many)}`
}
