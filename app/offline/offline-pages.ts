import { madePage } from './made-page'

/**
 * The page without a network, for all addresses but the card's; links the stored card if there is
 * one.
 */
export function offlinePage(hasCard: boolean, nonce: string): string {
  return madePage({
    title: 'Нет связи',
    nonce,
    content: `<h1>Нет связи</h1>
<p>Проверьте соединение и попробуйте ещё раз.</p>
${
  hasCard
    ? `<p>Карта откроется и без сети.</p><a class="button" href="/qr">Открыть карту</a>`
    : `<p>Карта будет открываться и без сети, когда вы хотя бы раз откроете её с сетью.</p>`
}
<a class="quiet" href="">Повторить</a>`,
  })
}
