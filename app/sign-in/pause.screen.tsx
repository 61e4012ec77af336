import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'

import { useHydrated } from '~/ui/hydrated'
import { afterWords, SERVER_TIME_ZONE } from '~/lib/dates'
import { pageTitle } from '~/lib/page-title'
import { requireGuest } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { PhoneLink } from '~/ui/site-footer'
import { useSite } from '~/ui/site'

import { hasExpired } from './code.server'
import styles from './login.module.css'
import { onTheWay } from './sign-in.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Нужна пауза')]

/** The same page whichever limit is over: it says when, and nothing of the phone. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireGuest(context)
  const { pause, codeRequest } = context.session
  if (!pause) throw redirect(onTheWay(context, '/login'))
  context.retryAfter = pause.until
  return data(
    {
      until: pause.until.getTime(),
      isForAll: pause.isForAll,
      hasCode: codeRequest !== null && !hasExpired(codeRequest),
    },
    { status: 429 },
  )
}

export default function PauseScreen() {
  const { until, isForAll, hasCode } = useLoaderData<typeof loader>()
  const support = useSite()?.support
  const isHydrated = useHydrated()
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  const after = afterWords(new Date(until), isHydrated ? undefined : SERVER_TIME_ZONE)
  return (
    <div className={styles.form}>
      {isForAll ? (
        <>
          <PageHeader
            title="Коды отправим чуть позже"
            lead={`Сейчас входит очень много покупателей, и СМС с кодами на время закончились. Попробуйте снова ${after}.`}
          />
          <p>Дело не в вас и не в вашем номере. С картой и звёздами ничего не случилось.</p>
        </>
      ) : (
        <>
          <PageHeader
            title="Нужна пауза"
            lead={`Попыток войти было слишком много. Попробуйте снова ${after}.`}
          />
          <p>
            Так мы не даём посторонним подобрать код к вашему номеру. С картой ничего не случилось.
          </p>
        </>
      )}
      {hasCode && (
        <ButtonLink to={`/login/code${query}`} fullWidth>
          Ввести код из СМС
        </ButtonLink>
      )}
      {!isForAll && (
        <ButtonLink to={`/login${query}`} variant="secondary" fullWidth>
          Войти с другим номером
        </ButtonLink>
      )}
      {support && (
        <p>
          {isForAll
            ? 'Ждать не получается? Позвоните'
            : 'Если входили не вы или ждать не получается, позвоните'}
          : <PhoneLink phone={support.phone} />
        </p>
      )}
      <Link className={styles.more} to="/">
        На главную
      </Link>
    </div>
  )
}
