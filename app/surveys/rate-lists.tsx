import { rateHref, surveyHref } from '~/domain/hrefs'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { ListRow, RowList } from '~/ui/list-row'

import type { OpenPoll } from '~/gateways/schemas/purchases.server'

import styles from './rate.module.css'
import type { Rateable } from './rate.server'

interface RateableListProps {
  purchases: Rateable[]
  nextOffset: number | null
  /** False when an earlier page has newer purchases. */
  isFirst: boolean
  /** The time zone of the times, if it differs from the shopper's. */
  clock: string | null
}

/** The purchases of one page that can be rated, and a link to older ones. */
export function RateableList({ purchases, nextOffset, isFirst, clock }: RateableListProps) {
  return (
    <div className="stack gap-3">
      {purchases.length === 0 ? (
        <p className="muted">
          {isFirst && nextOffset === null
            ? 'Покупок, которые можно оценить, нет.'
            : 'Среди этих покупок оценивать нечего.'}
        </p>
      ) : (
        <>
          {clock && <p className="muted">{clock}</p>}
          <RowList>
            {purchases.map(({ id, title, when, place, sum }) => (
              <ListRow
                key={id}
                to={rateHref(id)}
                icon="star"
                title={<span className={classes('clamped', styles.short)}>{title}</span>}
                text={
                  <>
                    <span className={styles.line}>
                      <Figures>{[sum, when].filter(Boolean).join(' · ')}</Figures>
                    </span>
                    {place && <span className={styles.line}>{place}</span>}
                  </>
                }
              />
            ))}
          </RowList>
        </>
      )}
      {!isFirst && (
        <div>
          <ButtonLink to="/profile/rate" variant="secondary" size="small">
            К началу
          </ButtonLink>
        </div>
      )}
      {nextOffset !== null && (
        <div>
          <ButtonLink to={`/profile/rate?offset=${nextOffset}`} variant="secondary" size="small">
            Более ранние покупки
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

/** The open surveys with links to their questions. */
export function PollList({ polls }: { polls: Pick<OpenPoll, 'id' | 'title' | 'description'>[] }) {
  return (
    <RowList>
      {polls.map(({ id, title, description }) => (
        <ListRow
          key={id}
          to={surveyHref(id)}
          icon="heart"
          title={<span className={classes('clamped', styles.short)}>{title}</span>}
          text={
            description && <span className={classes('clamped', styles.short)}>{description}</span>
          }
        />
      ))}
    </RowList>
  )
}
