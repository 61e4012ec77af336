import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'

import { useHydrated } from '~/ui/use-hydrated'
import { waitText, SERVER_TIME_ZONE } from '~/lib/dates'
import { pageTitle } from '~/lib/page-title'
import type { Session } from '~/session/session.server'
import { classes } from '~/ui/classes'
import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { hasSupport, SupportPhrase } from '~/ui/support'
import { useSite } from '~/ui/site'

import { hasExpired } from './code.server'
import styles from './login.module.css'
import { pauseTitle, pauseTexts } from './pause-texts'
import { pathWithReturnTo } from './sign-in.server'

export const meta: MetaFunction<typeof loader> = ({ data: shown, matches }) => [
  pageTitle(matches, shown ? pauseTitle(shown.reason) : 'Нужна пауза'),
]

/** The step that works despite the pause: a received code or a confirmed phone. */
function nextStep({ codeRequest, loyaltyCode }: Session) {
  if (codeRequest) return codeRequest.isSpent || hasExpired(codeRequest) ? null : ('code' as const)
  return loyaltyCode && (loyaltyCode.isRegistered ? ('sign-in' as const) : ('register' as const))
}

/** Why and until when a sign-in is paused after too many codes, without the phone. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session } = context
  const { pause } = session
  if (!pause) throw redirect(pathWithReturnTo(context, '/login', request))
  context.retryAfter = pause.until
  const { until, reason } = pause
  return data({ until: until.getTime(), reason, next: nextStep(session) }, { status: 429 })
}

const nextLinks = {
  code: { path: '/login/code', label: 'Ввести код из СМС' },
  'sign-in': { path: '/login/code', label: 'Войти' },
  register: { path: '/registration', label: 'Продолжить регистрацию' },
}

export default function PauseScreen() {
  const { until, reason, next } = useLoaderData<typeof loader>()
  const support = useSite()?.support
  const isHydrated = useHydrated()
  const { search } = useLocation()
  const after = waitText(new Date(until), isHydrated ? undefined : SERVER_TIME_ZONE)
  const { lead, text, canChangeNumber } = pauseTexts[reason]
  return (
    <div className={classes('stack gap-5', styles.form)}>
      <PageHeader title={pauseTitle(reason)} lead={lead(after)} />
      <p>{text}</p>
      {next && (
        <ButtonLink to={`${nextLinks[next].path}${search}`} fullWidth>
          {nextLinks[next].label}
        </ButtonLink>
      )}
      {canChangeNumber && (
        <ButtonLink to={`/login${search}`} variant="secondary" fullWidth>
          Войти с другим номером
        </ButtonLink>
      )}
      {hasSupport(support) && (
        <p>
          {canChangeNumber
            ? 'Если входили не вы или ждать не получается, '
            : 'Ждать не получается? '}
          <SupportPhrase support={support} isFirst={!canChangeNumber} />
        </p>
      )}
      <Link className={styles.more} to="/" reloadDocument>
        На главную
      </Link>
    </div>
  )
}
