import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { Block } from '~/ui/block'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { useSite } from '~/ui/site'
import { hasSupport, SupportPhrase } from '~/ui/support'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import { loadUnsettled } from './account-watch.server'
import styles from './not-me.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Это были не вы?')]

export async function loader({ context }: LoaderFunctionArgs) {
  return { watch: await loadUnsettled(context) }
}

export default function NotMeScreen() {
  const { watch } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title="Это были не&nbsp;вы?"
        backHref="/profile"
        backLabel={tabName('profile')}
        lead="Если это были не&nbsp;вы, действуйте сейчас&nbsp;— по&nbsp;порядку."
      />
      {watch && (
        <Block title="О&nbsp;чём сказать поддержке" id="changes">
          <ul className="stack gap-3">
            {watch.lines.map(({ title, facts, to }) => (
              <li key={title}>
                <Link to={to}>{title}</Link>
                {facts && `: ${facts}`}
              </li>
            ))}
          </ul>
          <Form method="post" action="/today/it-was-me">
            <Button variant="secondary" size="small" name="mark" value={watch.mark}>
              Это всё-таки я
            </Button>
          </Form>
        </Block>
      )}
      <Steps />
      <Block title="Выйти на&nbsp;всех устройствах" id="everywhere">
        <div className="stack gap-4">
          <p>
            Завершим все входы, сделанные до этой минуты: и здесь, и на чужом телефоне. Потом
            войдите снова по своему номеру.
          </p>
          <p className="muted">
            Приложения магазина, в которые входят не на этом сайте, и саму карту так не закрыть: их
            остановит поддержка.
          </p>
          <Form method="post" action="/logout">
            <input type="hidden" name="everywhere" value="1" />
            <Button variant="danger" icon="sign-out">
              Выйти везде
            </Button>
          </Form>
        </div>
      </Block>
    </div>
  )
}

/** What to do, the most urgent first, by the contacts of the operator's configuration. */
function Steps() {
  const support = useSite()?.support
  return (
    <Block title="Что делать" id="steps">
      <ol className={classes('stack gap-3', styles.steps)}>
        <li>
          {hasSupport(support) ? (
            <SupportPhrase support={support} isFirst />
          ) : (
            'Обратитесь на кассу любого магазина'
          )}
          {`. Расскажите, что изменилось, и попросите остановить списание ${currency.many}.`}
        </li>
        {support?.phone && support.botUrl && (
          <li>
            Неудобно говорить — напишите в <a href={support.botUrl}>чат с поддержкой</a>.
          </li>
        )}
        <li>
          Проверьте <Link to="/profile/edit">свои данные</Link>,{' '}
          <Link to="/profile/cards">карты</Link> и{' '}
          <Link to="/profile/transactions">все операции</Link>.
        </li>
        <li>Никому не называйте код из СМС: поддержка его не спрашивает.</li>
      </ol>
    </Block>
  )
}
