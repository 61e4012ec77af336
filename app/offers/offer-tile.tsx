import { offerHref } from '~/domain/hrefs'
import { classes } from '~/ui/classes'
import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'
import { Live } from '~/ui/live'

import styles from './actions.module.css'
import type { OfferView } from './offer-view.server'

/** The tag of an offer's state; available offers need none. */
export function stateTag(state: OfferView['state']) {
  switch (state) {
    case 'ACTIVATED':
      return { text: 'Участвуете', tone: 'success' } as const
    case 'COMPLETED':
      return { text: 'Выполнено', tone: 'accent' } as const
    case 'EXPIRED':
      return { text: 'Завершено', tone: 'neutral' } as const
    case 'AVAILABLE':
    case null:
      return null
  }
}

interface OfferProgressBarProps {
  progress: NonNullable<OfferView['progress']>
}

/** The progress of an offer as a progress element and as text. */
export function OfferProgressBar({ progress }: OfferProgressBarProps) {
  const { value, most, text, remainder } = progress
  return (
    <div className={classes('stack gap-2', styles.progress)}>
      <progress className={styles.bar} value={value} max={most} aria-label="Выполнено" />
      <p className={styles.progressText}>
        <Live>{text}</Live>
        {remainder && <span className={styles.remainder}>{`, ${remainder}`}</span>}
      </p>
    </div>
  )
}

interface OfferTileProps {
  offer: OfferView
  headingLevel?: 2 | 3
}

/** One offer of a list. */
export function OfferTile({ offer, headingLevel }: OfferTileProps) {
  const { code, title, picture, state, reward, expiry, progress } = offer
  const isUnderWay = state === 'ACTIVATED' && progress
  // A progress shows by itself that the shopper takes part.
  const tag = isUnderWay ? null : stateTag(state)
  return (
    <Ticket
      to={offerHref(code)}
      title={title}
      picture={picture}
      lead={reward}
      headingLevel={headingLevel}
      facts={
        <>
          {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
          {state !== 'EXPIRED' && expiry && <span>{expiry}</span>}
        </>
      }
      below={isUnderWay && <OfferProgressBar progress={isUnderWay} />}
    />
  )
}
