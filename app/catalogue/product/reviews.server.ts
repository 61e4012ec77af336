import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import type { FormError } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Review } from '~/gateways/shapes/catalogue.server'

export const LONGEST_TEXT = 3000
const PAGE_SIZE = 10
const GATEWAY_PAGE = 50
/** Up to this many reviews can be put into another order: the gateway itself knows none. */
const MOST_SORTED = 200
const REMEMBERED_MS = 30 * 24 * 3_600_000

export const reviewSorts = [
  { id: 'new', label: 'Сначала новые' },
  { id: 'high', label: 'Высокие оценки' },
  { id: 'low', label: 'Низкие оценки' },
] as const
export type ReviewSort = (typeof reviewSorts)[number]['id']

const sort = z.enum(reviewSorts.map(({ id }) => id)).catch('new')

/** The order that an address asks for. */
export function readReviewSort(search: URLSearchParams): ReviewSort {
  return sort.parse(search.get('sort') ?? 'new')
}

const text = z
  .string()
  // Browsers send line ends as two characters; the shopper counts one.
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => Array.from(value).length <= LONGEST_TEXT, {
    error: `Сократите текст: здесь помещается до ${LONGEST_TEXT} знаков`,
  })
  .optional()

export const reviewForm = z.object({
  score: z
    .enum(['1', '2', '3', '4', '5'], { error: 'Поставьте оценку: от одной до пяти звёзд' })
    .transform(Number),
  text,
  pros: text,
  cons: text,
})

export interface ReviewsPage {
  items: Review[]
  pages: number
  /** Whether another order than the gateway's can be offered. */
  canSort: boolean
}

/**
 * A page of a product's reviews. The contract has no order: the gateway's own (newest first) is
 * paged as it comes; for another one all reviews are read and put in order here, as long as there
 * are not too many.
 */
export async function listReviewsPage(
  { catalogue }: Pick<Gateways, 'catalogue'>,
  { goodId, by, page }: { goodId: string; by: ReviewSort; page: number },
): Promise<ReviewsPage> {
  const read = (limit: number, offset: number) => catalogue.listReviews({ goodId, limit, offset })
  const offset = (page - 1) * PAGE_SIZE
  const shape = (total: number) => ({
    pages: Math.ceil(Math.max(0, total) / PAGE_SIZE),
    canSort: total > 1 && total <= MOST_SORTED,
  })
  if (by !== 'new') {
    const first = await read(GATEWAY_PAGE, 0)
    const total = first.pagination.totalCount
    if (total <= MOST_SORTED) {
      const offsets = [50, 100, 150].filter((each) => each < total)
      const rest = await Promise.all(offsets.map((each) => read(GATEWAY_PAGE, each)))
      const all = [first, ...rest].flatMap(({ items }) => items)
      all.sort((one, other) => (by === 'high' ? other.score - one.score : one.score - other.score))
      return { items: all.slice(offset, offset + PAGE_SIZE), ...shape(total) }
    }
  }
  const { items, pagination } = await read(PAGE_SIZE, offset)
  return { items, ...shape(pagination.totalCount) }
}

const reviewKey = async ({ session }: AppLoadContext, goodId: string) =>
  `review:${await session.userId()}:${goodId}`

/** Whether this shopper's review of the product is known to wait for moderation. */
export async function isReviewSent(context: AppLoadContext, goodId: string): Promise<boolean> {
  return (await context.store.get(await reviewKey(context, goodId))) !== null
}

const ALREADY: FormError = {
  fieldId: null,
  message: 'Ваш отзыв об этом товаре уже у нас. Второй не нужен: спасибо!',
}

/** Hands a review in, once; what is wrong with it comes back in words. */
export async function sendReview(
  context: AppLoadContext,
  goodId: string,
  form: z.output<typeof reviewForm>,
): Promise<FormError[]> {
  const errors = await handIn(context, goodId, form)
  const { score } = form
  const result = errors.length > 0 ? 'refused' : 'sent'
  context.analytics.track('Review:Submit', { good_id: goodId, score, result })
  return errors
}

async function handIn(
  context: AppLoadContext,
  goodId: string,
  { score, ...texts }: z.output<typeof reviewForm>,
): Promise<FormError[]> {
  const key = await reviewKey(context, goodId)
  // Claimed before it is sent: a second tap must not become a second review.
  if (!(await context.store.claim(key, '1', REMEMBERED_MS))) return [ALREADY]
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value))
  try {
    await context.gateways.catalogue.leaveReview({ goodId, score, ...given })
    return []
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const fields = (error.fields ?? []).map(({ name }) => name)
    const isDuplicate = error.status === 422 && fields.length === 0
    if (isDuplicate) return [ALREADY]
    await context.store.release(key, '1')
    const known = fields.filter((name) => name in reviewForm.shape)
    if (known.length > 0)
      return known.map((fieldId) => ({
        fieldId,
        message: fieldId === 'score' ? 'Проверьте оценку' : 'Сократите или поправьте текст',
      }))
    return [{ fieldId: null, message: 'Отправить отзыв не получилось. Попробуйте ещё раз' }]
  }
}
