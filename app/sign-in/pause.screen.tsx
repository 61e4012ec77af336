import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'

import { useHydrated } from 'remix-utils/use-hydrated'
import { waitText } from '~/lib/dates'
import { getBrowserZone, UNKNOWN_ZONE } from '~/lib/time-zones'
import { pageTitle } from '~/domain/page-title'
import type { Session, PauseReason } from '~/session/session.server'
import { classes } from '~/ui/classes'
import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { hasSupport, SupportPhrase } from '~/ui/support'
import { useSite } from '~/ui/site'
import { currency } from '~/domain/currency'

import { hasExpired } from './code.server'
import styles from './login.module.css'
import { pathWithReturnTo } from './sign-in.server'

interface PauseText {
  /** @param after the end of the pause, «после 12:40» */
  lead(after: string): string
  text: string
  /** True when another number would help. */
  canChangeNumber: boolean
}

/** Texts for each kind of limit. */
export const pauseTexts: Record<PauseReason, PauseText> = {
  sent: {
    lead: (after) =>
      `Код на этот номер только что отправили. Новый можно запросить через минуту — ${after}.`,
    text: 'СМС иногда идёт минуту-другую. Если код придёт, его можно будет ввести.',
    canChangeNumber: true,
  },
  texts: {
    lead: (after) =>
      `На этот номер уже отправили несколько кодов подряд. Новый можно запросить ${after}.`,
    text: 'Так мы не даём посторонним беспокоить вас сообщениями. С картой ничего не случилось.',
    canChangeNumber: true,
  },
  codes: {
    lead: (after) => `Неверный код вводили слишком много раз. Попробуйте снова ${after}.`,
    text: 'Так мы не даём посторонним подобрать код к вашему номеру. С картой ничего не случилось.',
    canChangeNumber: true,
  },
  device: {
    lead: (after) => `С этого устройства просили слишком много кодов. Попробуйте снова ${after}.`,
    text: 'Другой номер сейчас не поможет: считаются все коды, которые просили отсюда.',
    canChangeNumber: false,
  },
  network: {
    lead: (after) => `Из вашей сети входят слишком часто. Попробуйте снова ${after}.`,
    text: 'Сетью могут пользоваться и другие люди. Быстрее поможет другая сеть: например, мобильный интернет вместо Wi-Fi.',
    canChangeNumber: false,
  },
  shop: {
    lead: (after) =>
      `Сейчас входит очень много покупателей, и СМС с кодами на время закончились. Попробуйте снова ${after}.`,
    get text() {
      return `Дело не в вас и не в вашем номере. С картой и ${currency.instrumental} ничего не случилось.`
    },
    canChangeNumber: false,
  },
}

/** The heading, also used as the page's title. */
function pauseTitle(reason: PauseReason): string {
  return reason === 'shop' ? 'Коды отправим чуть позже' : 'Нужна пауза'
}

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
  context.reply.retryAfter = pause.until
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
  const after = waitText(new Date(until), isHydrated ? getBrowserZone() : UNKNOWN_ZONE)
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
