import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'

import { OfferProgressBar, stateTag } from './offer-parts'
import type { OfferPage } from './offers.server'

interface OfferTileProps {
  offer: OfferPage['offers'][number]
  headingLevel?: 2 | 3
}

/** One offer of a list. */
export function OfferTile({ offer, headingLevel }: OfferTileProps) {
  const { code, title, picture, state, reward, expiry, progress } = offer
  const tag = stateTag(state)
  return (
    <Ticket
      to={`/actions/offers/${code}`}
      title={title}
      picture={picture}
      lead={reward}
      headingLevel={headingLevel}
      facts={
        <>
          {tag && <Tag tone={tag.tone}>{tag.words}</Tag>}
          {state !== 'EXPIRED' && expiry && <span>{expiry}</span>}
        </>
      }
      tearOff={
        state === 'ACTIVATED' && progress ? (
          <OfferProgressBar title={title} progress={progress} />
        ) : null
      }
    />
  )
}
