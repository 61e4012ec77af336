import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { couponView, type CouponView } from '~/coupons/coupon-view.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Banner } from '~/gateways/shapes/account.server'
import type { Profile } from '~/gateways/shapes/identity.server'
import type { OpenPoll, Transaction } from '~/gateways/shapes/purchases.server'
import { formatDay } from '~/lib/dates'
import { shownPicture } from '~/lib/pictures'
import { safeReturnTo } from '~/lib/return-to'
import { moneyMoved, starsMoved, typeWords } from '~/lib/transaction-words'
import { isIdOf } from '~/lib/ids'
import { cardOwner, loadCard } from '~/card/card-code.server'
import type { DismissibleNotice } from '~/session/hints.server'

const FEW_RECEIPTS = 3
const FEW_COUPONS = 4
const FEW_BANNERS = 2

/** One advice to the shopper (specification, section 3, notification item). */
export interface NoticeItem {
  key: 'confirm-email' | DismissibleNotice
  title: string
  text: string
  icon: 'mail' | 'profile' | 'heart'
  /** Where it leads; the letter is a form of its own. */
  to: string | null
}

/** What this shopper could still do for a profile that serves them better. */
export function profileNotices({ email, isEmailConfirmed, birthDate }: Profile): NoticeItem[] {
  const notices: NoticeItem[] = []
  if (email && !isEmailConfirmed)
    notices.push({
      key: 'confirm-email',
      title: 'Подтвердите почту',
      text: 'Пришлём письмо со ссылкой — по ней станет ясно, что адрес ваш.',
      icon: 'mail',
      to: null,
    })
  if (!email || !birthDate)
    notices.push({
      key: 'finish-profile',
      title: 'Дополните профиль',
      text: email
        ? 'Укажите дату рождения — поздравим и подарим звёзды.'
        : 'Укажите почту — туда можно присылать чеки.',
      icon: 'profile',
      to: email ? '/profile/incomplete?returnTo=/today' : '/profile/edit',
    })
  return notices
}

/** The first survey that is open to this shopper. */
export function surveyNotice([poll]: OpenPoll[]): NoticeItem[] {
  if (!isIdOf('survey', poll?.id)) return []
  return [
    {
      key: 'survey',
      title: poll.title,
      text: poll.description ?? 'Ответьте на несколько вопросов — это минута.',
      icon: 'heart',
      to: `/profile/survey/${poll.id}`,
    },
  ]
}

/** A banner as it may be shown: our own path or an https address, marked when it is advertising. */
export function bannerView(banner: Banner, imageOrigins: readonly string[]) {
  const { id, title, imageUrl, link, advertiser, erid } = banner
  const ownPath = safeReturnTo(link, '')
  const isSafe = ownPath || (URL.canParse(link) && new URL(link).protocol === 'https:')
  const picture = shownPicture(imageUrl, imageOrigins)
  if (!isSafe || !picture) return null
  return {
    id,
    title,
    picture,
    link,
    isOwn: ownPath !== '',
    advertising: erid ? `Реклама. ${advertiser ?? 'Рекламодатель не указан'}. erid: ${erid}` : null,
  }
}

export type BannerView = NonNullable<ReturnType<typeof bannerView>>

function receiptView(transaction: Transaction) {
  const { id, title, type, createdAt } = transaction
  return {
    id,
    title: title.trim() || typeWords[type],
    when: formatDay(createdAt),
    money: moneyMoved(transaction),
    stars: starsMoved(transaction).join(' '),
  }
}

export type ReceiptView = ReturnType<typeof receiptView>

/**
 * The whole main screen. All calls run side by side and each block has its own budget: the screen
 * takes as long as its slowest block and no longer than the card's three seconds.
 */
export async function loadToday(context: AppLoadContext) {
  const { account, identity, promotions, purchases } = context.gateways
  const { IMAGE_ORIGINS } = env()
  type Coupons = Parameters<typeof couponView>[0][]
  const asViews = async (asked: Promise<Coupons>): Promise<CouponView[]> =>
    (await asked).map((coupon) => couponView(coupon, IMAGE_ORIGINS))
  const listCoupons = async () => (await promotions.listCoupons({ limit: 24, offset: 0 })).coupons

  const [store, { card, balance, profile, receipts, banners, mine, coupons, polls }] =
    await Promise.all([
      context.chosenStore(),
      loadBlocks(
        {
          card: loadCard(context),
          balance: account.getBalance(),
          profile: identity.getProfile(),
          receipts: purchases.listTransactions({ limit: FEW_RECEIPTS, offset: 0 }),
          banners: account.listBanners('today'),
          mine: asViews(promotions.listFavouriteCoupons()),
          coupons: asViews(listCoupons()),
          polls: purchases.listOpenPolls(),
        },
        { card: BUDGET_MS.critical },
      ),
    ])

  const notices = [...(profile ? profileNotices(profile) : []), ...surveyNotice(polls ?? [])]
  const isState = (state: CouponView['state']) => (coupon: CouponView) => coupon.state === state
  return {
    code: card ? { svg: card.svg, fetchedAt: card.fetchedAt } : null,
    owner: await cardOwner(context),
    number: card ? { number: card.number } : null,
    couponTitles: mine
      ? { coupons: mine.filter(isState('ACTIVATED')).map(({ title }) => title) }
      : null,
    stars: balance?.totalPointBalance ?? null,
    name: profile?.firstName ?? null,
    notices: notices.filter(({ key }) => !context.hints.isDismissed(key)),
    store,
    receipts: receipts?.transactions.map(receiptView) ?? null,
    banners: (banners ?? [])
      .flatMap((banner) => bannerView(banner, IMAGE_ORIGINS) ?? [])
      .slice(0, FEW_BANNERS),
    myCoupons: mine?.filter(isState('ACTIVATED')).slice(0, FEW_COUPONS) ?? null,
    coupons: coupons?.filter(isState('AVAILABLE')).slice(0, FEW_COUPONS) ?? null,
  }
}
