import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { answerKey, REMEMBERED_MS } from '~/session/answered.server'
import { defineForm } from '~/forms/define-form.server'
import { notice, refuse } from '~/forms/form-response.server'
import { formError, type FormErrors } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'
import { productIdIn } from '~/domain/address-part'
import { notFound } from '~/platform/not-found.server'
import { exclusive } from '~/shared-state/exclusive.server'

export const MAX_TEXT_LENGTH = 3000
/** How long a review under way blocks a second one if its process dies; longer than any call. */
const UNDER_WAY_MS = 60_000
const SENT = 'sent'

const text = z
  .string()
  // Browsers send a line break as two characters, but shoppers count one.
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => Array.from(value).length <= MAX_TEXT_LENGTH, {
    error: `Сократите текст: здесь помещается до ${MAX_TEXT_LENGTH} знаков`,
  })
  .optional()

const reviewSchema = z.object({
  score: z
    .enum(['1', '2', '3', '4', '5'], { error: 'Поставьте оценку: от одной до пяти звёзд' })
    .transform(Number),
  text,
  pros: text,
  cons: text,
})

export type ReviewFields = z.input<typeof reviewSchema>
type Submission =
  { kind: 'sent' | 'already' | 'underWay' } | { kind: 'refused'; errors: FormErrors }

/** True when the shared store has a record that the gateway accepted this shopper's review. */
export async function isReviewSent(context: AppLoadContext, productId: string): Promise<boolean> {
  return (await context.services.store.get(await answerKey(context, 'review', productId))) === SENT
}

async function sendReview(
  context: AppLoadContext,
  productId: string,
  { score, ...texts }: z.output<typeof reviewSchema>,
): Promise<Submission> {
  const { gateways, services } = context
  const key = await answerKey(context, 'review', productId)
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value))
  try {
    // Only one of two tabs sends the review; one that failed may be sent again.
    const sent = await exclusive(services.store, key, { lifeMs: UNDER_WAY_MS }, async () => {
      await gateways.catalogue.leaveReview({ productId, score, ...given })
      await services.store.set(key, SENT, REMEMBERED_MS)
      return { kind: 'sent' as const }
    })
    return sent ?? { kind: (await isReviewSent(context, productId)) ? 'already' : 'underWay' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return getRefusal(error)
  }
}

function getRefusal({ status, fields: named = [] }: GatewayError): Submission {
  // The gateway reports an existing review only in this way.
  if (status === 422 && named.length === 0) return { kind: 'already' }
  const fields = named.map(({ name }) => name).filter((name) => name in reviewSchema.shape)
  if (fields.length === 0)
    return {
      kind: 'refused',
      errors: formError('Отправить отзыв не удалось. Попробуйте ещё раз'),
    }
  const messageFor = (name: string) =>
    name === 'score' ? 'Проверьте оценку' : 'Сократите или поправьте текст'
  const fieldErrors = Object.fromEntries(fields.map((name) => [name, [messageFor(name)]]))
  return { kind: 'refused', errors: { fieldErrors } }
}

/** The shopper's own review of a product. */
export const reviewForm = defineForm({
  name: 'review',
  async guard({ request, params }: ActionFunctionArgs) {
    const productId = productIdIn(params.product)
    if (!productId) throw notFound(request)
    return productId
  },
  schema: reviewSchema,
  call: ({ context, guardResult: productId, value }) => sendReview(context, productId, value),
  track({ context, guardResult: good_id, value: { score } }, { kind }) {
    const result = kind === 'sent' ? 'sent' : 'refused'
    context.analytics.track('Review:Submit', { good_id, score, result })
  },
  onResult: {
    sent: notice({
      type: 'success',
      title: 'Спасибо! Отзыв на модерации',
      description: 'Опубликуем его, как только проверим.',
    }),
    already: refuse(formError('Ваш отзыв об этом товаре уже у нас. Второй не нужен: спасибо!')),
    underWay: refuse(formError('Отзыв уже отправлен, но ответа пока нет. Проверьте через минуту')),
    refused: (_, { errors }) => refuse(errors),
  },
})
