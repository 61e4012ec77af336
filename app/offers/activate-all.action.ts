import { defineListForm } from '~/forms/list-form.server'
import { listAllOffers } from '~/gateways/promotion-lists.server'
import { stateOfOffer } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/domain/expiry'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { plural } from '~/lib/numbers'

import { offerResultKind } from './activate-offer.server'

/** Joins all available offers, those that end first at the beginning. */
const form = defineListForm({
  name: 'activate-all-offers',
  killSwitch: ['activate-all-offers', 'activate-offer'],
  page: '/actions/offers',
  async list({ gateways }) {
    const now = new Date()
    const { entries, isWhole } = await listAllOffers(gateways)
    const open = entries.filter((offer) => stateOfOffer(offer, now) === 'AVAILABLE')
    open.sort((one, other) => byEnd(one.endDate, other.endDate))
    return { entries: open, isWhole }
  },
  getTitle: ({ title }) => nameOrFallback('offer', title),
  single: { name: 'activate-offer', paramsOf: ({ code }) => ({ code }) },
  write: ({ gateways }, { code }, options) => gateways.promotions.activateOffer(code, options),
  getKind: offerResultKind,
  texts: {
    noun: ['задание', 'задания', 'заданий'],
    done: (count) =>
      `Вы участвуете ещё в ${count} ${plural(count, 'задании', 'заданиях', 'заданиях')}`,
    refusals: { closed: 'участвовать уже нельзя', unknown: 'такого задания больше нет' },
    none: 'Вы уже участвуете во всех заданиях',
    failed: 'Принять участие не удалось. Попробуйте ещё раз',
    busy: {
      title: 'Уже принимаем ваше участие',
      description: 'Обновите страницу через минуту — и увидите, что получилось.',
    },
    tooOften: {
      title: 'Слишком много попыток',
      description:
        'Участвовать во всех сразу можно будет позже, а в каждом по отдельности — и сейчас.',
    },
  },
  track({ analytics }, { done, refused, refusedMore, silent, left }) {
    const counts = { done, refused: refused.length + refusedMore, silent, left }
    analytics.track('Offers:ActivateAll', counts)
  },
})

export const action = form.action
export const loader = form.loader
