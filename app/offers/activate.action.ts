import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice } from '~/forms/form-response.server'

import { activateOffer, readOfferAfterJoining } from './activate-offer.server'

const form = defineAction('/actions/offers', {
  name: 'activate-offer',
  schema: z.object({ returnTo: z.string().optional() }),
  call: ({ context, params }) => activateOffer(context, params.code),
  track({ context, params }, { kind: result }) {
    context.analytics.track('Offer:Activate', { offer_code: params.code ?? '', result })
  },
  onResult: {
    done: notice({
      type: 'success',
      title: 'Вы участвуете',
      description: 'Покупки с картой уже считаются.',
    }),
    joined: notice({
      type: 'success',
      title: 'Вы уже участвуете',
      description: 'Покупки с картой считаются.',
    }),
    closed: notice({ type: 'warning', title: 'В этом задании уже нельзя участвовать' }),
    unknown: notice({ type: 'warning', title: 'Такого задания больше нет' }),
    unavailable: notice({ type: 'error', title: 'Не удалось. Попробуйте ещё раз' }),
  },
  advanced: {
    pendingResult: ({ context, params }) => readOfferAfterJoining(context, params.code),
  },
})

export const action = form.action
export const loader = form.loader
