import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

import { activateOffer, lookAfterOffer } from './activate-offer.server'

/** Activates one offer. */
const form = defineForm({
  name: 'activate-offer',
  switch: 'activate-offer',
  schema: z.object({ returnTo: z.string().optional() }),
  repeat: 'once',
  call: ({ context, params }) => activateOffer(context, params.code),
  otherwise: ({ context, params }) => lookAfterOffer(context, params.code),
  note({ context, params }, { word: result }) {
    context.analytics.track('Offer:Activate', { offer_code: params.code ?? '', result })
  },
  endings: {
    done: {
      flash: {
        type: 'success',
        title: 'Вы участвуете',
        description: 'Покупки с картой уже считаются.',
      },
    },
    joined: {
      flash: {
        type: 'success',
        title: 'Вы уже участвуете',
        description: 'Покупки с картой считаются.',
      },
    },
    closed: { flash: { type: 'warning', title: 'В этом предложении уже нельзя участвовать' } },
    unknown: { flash: { type: 'warning', title: 'Такого предложения больше нет' } },
    unavailable: { flash: { type: 'error', title: 'Не получилось. Попробуйте ещё раз' } },
  },
  leadsTo: backTo('/actions/offers'),
  page: '/actions/offers',
})

export const action = form.action
export const loader = form.loader
