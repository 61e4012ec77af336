import { EmptyState, SupportCode } from './block'
import { ButtonLink } from './button'
import { Live } from './live'
import { Notice } from './notice'

interface PartsFailedProps {
  retryHref: string
  /** True when the screen shows the card's code. */
  hasCard?: boolean
  supportCode?: string | null
}

/** Says once that parts of a screen failed, in place of these parts. */
export function PartsFailed({ retryHref, hasCard = false, supportCode = null }: PartsFailedProps) {
  return (
    <Notice
      tone="warning"
      title={<Live>{`Часть данных не\u00a0загрузилась${hasCard ? '. Карта работает' : ''}`}</Live>}
      text={supportCode && <SupportCode code={supportCode} />}
      action={
        <ButtonLink to={retryHref} size="small" variant="secondary" icon="refresh">
          Обновить
        </ButtonLink>
      }
    />
  )
}

/** Replaces the list of a screen that failed, and leads to what works. */
export function ListFailed({ retryHref, title }: { retryHref: string; title: string }) {
  return (
    <EmptyState
      illustration="warning"
      title={<Live>{title}</Live>}
      text="Карта работает и&nbsp;без этого."
      action={
        <>
          <ButtonLink to="/qr" icon="card">
            Открыть карту
          </ButtonLink>
          <ButtonLink to={retryHref} variant="secondary" icon="refresh">
            Повторить
          </ButtonLink>
        </>
      }
    />
  )
}
