import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'
import { Live } from '~/ui/live'

import type { QrError } from './code-refresher'

interface NoticeText {
  title: string
  text?: string
  /** Advice for the till when the number is on the screen. */
  help?: string
  /** A link for other cases: address and label. */
  link?: [string, string]
}

const texts: Record<QrError, NoticeText> = {
  unreachable: {
    title: 'Обновить код не удалось',
    help: 'Если он не сканируется, назовите номер карты.',
  },
  refused: {
    title: 'Код больше не действует',
    text: 'Новый для этой карты не выдан.',
    help: 'Покажите кассиру штрихкод или назовите номер карты.',
  },
  signIn: { title: 'Войдите снова, чтобы обновить код', link: ['/login', 'Войти'] },
  profile: {
    title: 'Заполните профиль, чтобы обновить код',
    link: ['/profile/incomplete', 'Заполнить'],
  },
}

interface CodeNoticeProps {
  /** Why the code was not renewed; null: it was. */
  qrError: QrError | null
  /** True when a code is on the screen; otherwise the card itself shows the error. */
  hasCode: boolean
  /** True when number and barcode are on the screen. */
  hasNumber: boolean
  /** The address to return to. */
  returnTo: string
  /** One line on the white background of the till. */
  isPlain?: boolean
}

/** Explains a code that is not fresh, and what helps. */
export function CodeNotice(props: CodeNoticeProps) {
  return (
    <LiveRegion>
      <Explanation {...props} />
    </LiveRegion>
  )
}

function Explanation({ qrError, hasCode, hasNumber, returnTo, isPlain }: CodeNoticeProps) {
  if (!qrError) return null
  const { title, text, help, link } = texts[qrError]
  if (!hasCode && !link) return null
  const [path = '', label = ''] = link ?? []
  const to = link && `${path}?returnTo=${returnTo}`
  const rest = [text, hasNumber && help].filter(Boolean).join(' ')
  if (isPlain)
    return (
      <p>
        <Live>{`${title}. ${rest} `}</Live>
        {to && <Link to={to}>{label}</Link>}
      </p>
    )
  return (
    <Notice
      tone="warning"
      title={title}
      text={rest || undefined}
      action={
        to && (
          <ButtonLink to={to} size="small" variant="secondary">
            {label}
          </ButtonLink>
        )
      }
    />
  )
}
