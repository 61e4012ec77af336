import { OFFLINE_DRAWING } from '~/lib/page-marks'

import { madePage } from './made-page'

/**
 * The page without a network, for all addresses but the card's; links the stored card if there is
 * one.
 */
export function offlinePage(hasCard: boolean, nonce: string): string {
  return madePage({
    title: 'Нет связи',
    nonce,
    content: `<img src="${OFFLINE_DRAWING}" alt="" width="280" height="220">
<h1>Нет связи</h1>
<p>${
      hasCard
        ? 'Карта откроется и без сети.'
        : 'Карта будет открываться и без сети, когда вы хотя бы раз откроете её с сетью.'
    }</p>
${hasCard ? `<a class="button" href="/qr">Открыть карту</a>` : ''}
<a class="quiet" href="">Повторить</a>`,
  })
}
