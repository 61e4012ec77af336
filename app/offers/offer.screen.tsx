import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useFetcher, useLoaderData } from '@remix-run/react'

import { FormId } from '~/forms/form-id'
import { CalendarLink } from '~/deadlines/calendar-link'
import { notFound } from '~/platform/not-found.server'
import { offerHref } from '~/domain/hrefs'
import { isIdOf } from '~/domain/ids'
import { pageTitle } from '~/domain/page-title'
import { wayBack } from '~/domain/way-back.server'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { PageHeader } from '~/ui/page-header'
import { Tag } from '~/ui/tag'

import styles from './actions.module.css'
import { OfferProgressBar, stateTag } from './offer-tile'
import { offersName } from '~/domain/currency'
import { loadOffer } from './offers.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Задание')]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isIdOf('offer', params.code)) throw notFound(request)
  const offer = await loadOffer(context, params.code)
  if (offer === null) throw notFound(request)
  const back = wayBack(request, { to: '/actions/offers', label: offersName() })
  return { offer, back }
}

export default function OfferScreen() {
  const { offer, back } = useLoaderData<typeof loader>()
  const tag = offer && stateTag(offer.state)
  return (
    <div className={classes('stack gap-5', styles.offer)}>
      <PageHeader title={offer?.title ?? 'Задание'} backHref={back.to} backLabel={back.label} />
      {!offer && <BlockError retryHref={back.here} />}
      {offer && (
        <>
          {offer.reward && <p className={styles.bigReward}>{offer.reward}</p>}
          <p className={styles.facts}>
            {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
            {offer.period && <span>{offer.period}</span>}
            {offer.state !== 'EXPIRED' && offer.expiry && offer.expiry !== offer.period && (
              <Tag tone="warning">{offer.expiry}</Tag>
            )}
          </p>
          {offer.progress && offer.state !== 'AVAILABLE' && (
            <OfferProgressBar progress={offer.progress} />
          )}
          {offer.state === 'AVAILABLE' && <Activate code={offer.code} path={back.here} />}
          {offer.calendarItem && <CalendarLink item={offer.calendarItem} />}
          {offer.description && <p>{offer.description}</p>}
          {offer.terms.length > 0 && (
            <Block title="Условия" id="terms">
              {offer.terms.map((paragraph, index) => (
                <p key={index}>{paragraph}</p>
              ))}
            </Block>
          )}
        </>
      )}
    </div>
  )
}

interface ActivateProps {
  code: string
  path: string
}

/** With a script the button changes at once, and changes back when the gateway refuses. */
function Activate({ code, path }: ActivateProps) {
  const fetcher = useFetcher()
  const isUnderWay = fetcher.state !== 'idle'
  return (
    <fetcher.Form method="post" action={`${offerHref(code)}/join`} preventScrollReset>
      <input type="hidden" name="returnTo" value={path} />
      <FormId />
      <Button
        writes="activate-offer"
        variant={isUnderWay ? 'secondary' : 'primary'}
        icon={isUnderWay ? 'check' : undefined}
        aria-disabled={isUnderWay || undefined}
      >
        {isUnderWay ? 'Участвуете' : 'Участвовать'}
      </Button>
    </fetcher.Form>
  )
}
