import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { loadBlocks } from '~/gateways/load-blocks.server'
import { allConsents, type Consents } from '~/domain/consents'
import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { Link } from '~/ui/link'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { EmailLink, hasSupport, SupportPhrase } from '~/ui/support'
import { Tag } from '~/ui/tag'
import { useSite } from '~/ui/site'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import styles from './legal.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Документы и согласия')]

export async function loader({ context }: LoaderFunctionArgs) {
  const { consents = null } = await loadBlocks({
    consents: context.gateways.account.getPermissions(),
  })
  return { consents }
}

export default function LegalScreen() {
  const { consents } = useLoaderData<typeof loader>()
  const policyUrl = useSite()?.policyUrl
  return (
    <div className={classes('stack gap-8', styles.screen)}>
      <PageHeader
        title="Документы и&nbsp;согласия"
        backHref="/profile"
        backLabel={tabName('profile')}
      />
      <Block title="Документы" id="documents">
        <RowList>
          <ListRow reloadDocument to="/program-loyalty" icon="star" title="Правила программы" />
          <ListRow reloadDocument to="/terms" icon="receipt" title="Пользовательское соглашение" />
          <ListRow
            reloadDocument
            to="/pdn"
            icon="lock"
            title="Политика обработки персональных данных"
          />
          {policyUrl && (
            <ListRow
              reloadDocument
              to={policyUrl}
              icon="external"
              title="Политика персональных данных на сайте сети"
            />
          )}
          <ListRow reloadDocument to="/cookie-policy" icon="info" title="Политика cookie" />
          <ListRow reloadDocument to="/details" icon="store" title="Реквизиты" />
          <ListRow reloadDocument to="/accessibility" icon="heart" title="Доступность сайта" />
        </RowList>
      </Block>
      <Block title="На&nbsp;что вы согласились" id="consents">
        {consents === null ? (
          <BlockError retryHref="/profile/legal" title="Согласия не загрузились" />
        ) : (
          <Given consents={consents} />
        )}
      </Block>
      <Leaving />
    </div>
  )
}

function Given({ consents }: { consents: Consents }) {
  const answered = allConsents.filter(({ name }) => consents[name] !== undefined)
  return (
    <>
      <p>
        При регистрации вы приняли правила программы и согласились на обработку персональных данных:
        без этого карта не работает. О рассылках решаете вы:
      </p>
      <ul className={styles.consents}>
        {answered.map(({ name, title }) => (
          <li key={name}>
            {title}
            <Tag tone={consents[name] ? 'success' : 'neutral'}>{consents[name] ? 'Да' : 'Нет'}</Tag>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/profile/notification">Изменить</Link>
      </p>
    </>
  )
}

/** How to withdraw consent and to leave, with the operator's contacts. */
function Leaving() {
  const support = useSite()?.support
  return (
    <Block title="Отозвать согласие или удалить аккаунт" id="leaving">
      <div className="stack gap-3">
        <p>
          От рассылок можно отказаться в разделе{' '}
          <Link to="/profile/notification">«Уведомления»</Link> — сразу и без звонков.
        </p>
        {hasSupport(support) && (
          <p>
            Чтобы отозвать согласие на обработку персональных данных или удалить аккаунт,{' '}
            {support.email && (
              <>
                напишите на <EmailLink email={support.email} /> с почты из профиля
                {support.phone && ' или '}
              </>
            )}
            {(support.phone || !support.email) && <SupportPhrase support={support} />}. Назовите
            номер телефона, на который заведена карта.
          </p>
        )}
        <p>{`Вместе с аккаунтом сгорят ${currency.plural} и купоны, а история покупок станет недоступна.`}</p>
      </div>
    </Block>
  )
}
