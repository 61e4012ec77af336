import { Link } from '@remix-run/react'

import { Picture } from '~/ui/picture'
import { Tag } from '~/ui/tag'

import { OfferProgressBar, stateTag } from './offer-parts'
import type { OfferPage } from './offers.server'
import styles from './actions.module.css'

/** One offer of a list. */
export function OfferTile(offer: OfferPage['offers'][number]) {
  const { code, title, picture, state, reward, expiry, progress } = offer
  const tag = stateTag(state)
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" size={72} />
      </div>
      <div className={styles.words}>
        {reward && <p className={styles.reward}>{reward}</p>}
        <h3 className={styles.title}>
          <Link className={styles.link} to={`/actions/offers/${code}`}>
            {title}
          </Link>
        </h3>
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
