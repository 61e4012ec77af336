import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'

import { useCardCode } from '~/client/card-code'
import { BUDGET_MS, loadBlock } from '~/gateways/load-block.server'
import { pageTitle } from '~/lib/page-title'
import { loadCard } from '~/session/card.server'
import { requireShopper } from '~/session/guards.server'
import { newFormId } from '~/session/once.server'
import { BlockError } from '~/ui/block'
import { Button, ButtonLink } from '~/ui/button'
import { LoyaltyCardPanel } from '~/ui/loyalty-card'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'

import { ShopEntry } from './shop-entry'
import styles from './today.module.css'
import { noticesFor, type NoticeItem } from './today.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Главная')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { account, identity } = context.gateways
  const [card, balance, profile] = await Promise.all([
    loadBlock(loadCard(context), BUDGET_MS.critical),
    loadBlock(account.getBalance()),
    loadBlock(identity.getProfile()),
  ])
  return {
    code: card.isLoaded ? { svg: card.value.svg, fetchedAt: card.value.fetchedAt } : null,
    stars: balance.isLoaded ? balance.value.totalPointBalance : null,
    name: profile.isLoaded ? profile.value.firstName : null,
    notices: profile.isLoaded ? noticesFor(profile.value) : null,
    formId: newFormId(),
  }
}

export default function TodayScreen() {
  const { code: initial, stars, name, notices, formId } = useLoaderData<typeof loader>()
  const { code } = useCardCode(initial)
  return (
    <div className={styles.screen}>
      <PageHeader title={name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'} />
      <LoyaltyCardPanel qrLabel="QR-код карты для кассы" qrSvg={code?.svg} balance={stars}>
        <ButtonLink to="/qr" icon="card" fullWidth aria-label="Открыть карту">
          Открыть
        </ButtonLink>
      </LoyaltyCardPanel>
      <div className={styles.notices}>
        {notices === null && <BlockError retryHref="/today" />}
        {notices?.map((notice) => (
          <TodayNotice key={notice.key} notice={notice} formId={formId} />
        ))}
      </div>
      <ShopEntry />
    </div>
  )
}

interface TodayNoticeProps {
  notice: NoticeItem
  formId: string
}

function TodayNotice({ notice: { key, title, text }, formId }: TodayNoticeProps) {
  if (key === 'finish-profile')
    return (
      <Notice
        icon="profile"
        title={title}
        text={text}
        action={
          <ButtonLink to="/profile/incomplete?returnTo=/today" variant="secondary" size="small">
            Дополнить
          </ButtonLink>
        }
      />
    )
  return (
    <Notice
      icon="mail"
      title={title}
      text={text}
      action={
        <Form method="post" action="/profile/confirm-email">
          <input type="hidden" name="formId" value={formId} />
          <Button variant="secondary" size="small">
            Прислать письмо
          </Button>
        </Form>
      }
    />
  )
}
