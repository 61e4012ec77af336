import { Link } from '@remix-run/react'

import { Picture } from '~/ui/picture'
import { Tag } from '~/ui/tag'

import { OfferProgressBar, stateTag } from './offer-parts'
import type { OfferPage } from './offers.server'
import styles from './actions.module.css'

interface OfferTileProps {
  offer: OfferPage['offers'][number]
  headingLevel?: 2 | 3
}

/** One offer of a list. */
export function OfferTile({ offer, headingLevel = 3 }: OfferTileProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const { code, title, picture, state, reward, expiry, progress } = offer
  const tag = stateTag(state)
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" size={72} />
      </div>
      <div className={styles.words}>
        {reward && <p className={styles.reward}>{reward}</p>}
        <Heading className={styles.title}>
          <Link className={styles.link} to={`/actions/offers/${code}`}>
            {title}
          </Link>
        </Heading>
        <p className={styles.facts}>
          {tag && <Tag tone={tag.tone}>{tag.words}</Tag>}
          {state !== 'EXPIRED' && expiry && <span>{expiry}</span>}
        </p>
      </div>
      {state === 'ACTIVATED' && progress && (
        <div className={styles.wide}>
          <OfferProgressBar title={title} progress={progress} />
        </div>
      )}
    </article>
  )
}
