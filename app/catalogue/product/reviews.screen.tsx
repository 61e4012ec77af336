import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { useValidatedForm } from '~/forms/use-validated-form'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { addressPart, productIdIn } from '~/domain/address-part'
import { bindText } from '~/lib/bind-text.server'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { readPage } from '~/lib/paging'
import { pageTitle } from '~/domain/page-title'
import { requirePage } from '~/platform/not-found.server'
import { getPage } from '~/catalogue/products/product-list.server'
import { classes } from '~/ui/classes'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { Chips } from '~/ui/chips'
import { ErrorSummary } from '~/forms/error-summary'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'

import { findProduct } from './product.server'
import { ReviewForm } from './review-form'
import { ReviewList, ScoresPanel } from './review-list'
import styles from './reviews.module.css'
import { isReviewSent, MAX_TEXT_LENGTH, reviewForm, type ReviewFields } from './review-form.server'
import {
  listReviewsPage,
  readReviewSort,
  reviewSorts,
  reviewView,
  scoresView,
} from './reviews.server'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, data?.name ? `Отзывы: ${data.name}` : 'Отзывы'),
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { chosen: store } = await context.chosenStore()
  const place = { part: params.product, storeCode: store.code, rest: '/reviews' }
  const { pathname, searchParams } = new URL(request.url)
  const productId = productIdIn(params.product) ?? ''
  const by = readReviewSort(searchParams)
  const page = readPage(searchParams)
  const [product, { scores, found }, isSent] = await Promise.all([
    findProduct(request, context, place),
    loadBlocks(
      {
        scores: context.gateways.catalogue.getScores(productId),
        found: listReviewsPage(context.gateways, { productId, by, page }),
      },
      { found: BUDGET_MS.critical },
    ),
    isReviewSent(context, productId),
  ])
  const to = (sort: string, number: number) => {
    const search = new URLSearchParams()
    if (sort !== 'new') search.set('sort', sort)
    if (number > 1) search.set('page', String(number))
    return search.size > 0 ? `${pathname}?${search}` : pathname
  }
  if (found) requirePage(request, found.pages)
  const pages = found?.pages ?? 0
  const name = product && !product.isForAdults ? nameOrFallback('product', product.name) : null
  return {
    name,
    shownName: name && bindText(name),
    productHref: `/product/${addressPart(product ?? { id: productId, name: '' })}`,
    address: getPage(request),
    scores: scores ? scoresView(scores) : null,
    reviews: found?.items.map(reviewView) ?? null,
    sorts: found?.canSort
      ? reviewSorts.map(({ id, label }) => ({ to: to(id, 1), label, isCurrent: id === by }))
      : [],
    pager: {
      page,
      pages,
      moreHref: page < pages ? to(by, page + 1) : null,
      previousHref: page > 1 ? to(by, Math.min(page - 1, Math.max(pages, 1))) : null,
    },
    isSent,
    longest: MAX_TEXT_LENGTH,
    constraint: reviewForm.constraints(productId),
  }
}

export const action = reviewForm.action

export default function ReviewsScreen() {
  const data = useLoaderData<typeof loader>()
  const { shownName, productHref, address, scores, reviews, sorts, pager, isSent, longest } = data
  const { summary, refusal, ...review } = useValidatedForm<ReviewFields>({
    ...data,
    id: 'review',
    actionData: useActionData<typeof action>(),
    isRight: (name, values) =>
      name === 'score' ? values.has(name) : Array.from(String(values.get(name))).length <= longest,
  })
  return (
    <div className="stack gap-5">
      <ErrorSummary {...summary} />
      <PageHeader title="Отзывы" lead={shownName} backHref={productHref} backLabel="К товару" />
      <div className="columns">
        <div className={classes('stack gap-5', styles.screen)}>
          {scores ? (
            <ScoresPanel scores={scores} />
          ) : (
            <BlockError retryHref={address} title="Рейтинг не загрузился" />
          )}
          <Chips label="Порядок отзывов" links={sorts} keepsPlace />
          {reviews === null && <BlockError retryHref={address} title="Отзывы не загрузились" />}
          {reviews?.length === 0 && (
            <EmptyState
              title={pager.page > 1 ? 'Здесь отзывы уже закончились' : 'Отзывов пока нет'}
              text="Расскажите, понравился ли вам товар, — это поможет другим."
            />
          )}
          {reviews && reviews.length > 0 && <ReviewList reviews={reviews} />}
          <Pager {...pager} moreLabel="Следующие отзывы" />
        </div>
        <Block title="Ваш отзыв" id="write">
          {isSent && !refusal ? (
            <Notice
              tone="success"
              title="Ваш отзыв на&nbsp;модерации"
              text="Опубликуем его, как только проверим."
            />
          ) : (
            <ReviewForm {...review} longest={longest} />
          )}
        </Block>
      </div>
    </div>
  )
}
