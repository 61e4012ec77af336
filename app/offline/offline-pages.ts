import { formatTime } from '~/lib/dates'
import { groupInFours } from '~/lib/mask'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'

import type { CardRecord } from '~/card/card-record'
import { offlineStyles } from './offline-styles'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

function page(title: string, nonce: string, content: string): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="#f6f5ef" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0e1411" media="(prefers-color-scheme: dark)">
<title>${title}</title>
<style nonce="${nonce}">${offlineStyles}</style>
</head>
<body><main>${content}</main></body>
</html>`
}

function dayOf(instant: Date): string {
  return new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' }).format(instant)
}

/** «в 14:32» on the same day, «20 ноября в 14:32» on any other. */
function moment(fetchedAt: string, now: Date): string {
  const then = new Date(fetchedAt)
  const time = `в ${formatTime(then)}`
  return dayOf(then) === dayOf(now) ? time : `${dayOf(then)} ${time}`
}

function starsOf(balance: number | null): string {
  if (balance === null) return ''
  const word = plural(balance, 'звезда', 'звезды', 'звёзд')
  return `<p class="stars"><b>${formatNumber(balance)}</b> ${word}</p>`
}

function couponsOf(coupons: string[] | null): string {
  if (!coupons || coupons.length === 0) return ''
  const items = coupons.map((title) => `<li>${escapeHtml(title)}</li>`).join('')
  return `<section><h2>Активные купоны</h2><ul>${items}</ul></section>`
}

/**
 * The card without a network: the last code, when it was fetched, the number for the cashier,
 * the stars and the coupons that are on.
 */
export function offlineCardPage(record: CardRecord, nonce: string, now = new Date()): string {
  const { svg, number, fetchedAt, balance, coupons } = record
  return page(
    'Карта — нет сети',
    nonce,
    `<h1>Карта</h1>
<p class="state" role="status">Нет сети. Это последний код, что у нас есть.</p>
<div class="plate">${starsOf(balance)}
<div class="paper" role="img" aria-label="QR-код карты для кассы">${svg}</div></div>
<p class="fetched">Код получен <time datetime="${escapeHtml(fetchedAt)}">${moment(fetchedAt, now)}</time></p>
<section><h2>Номер карты</h2>
<p class="number">${groupInFours(number)}</p>
<p>Если код не сканируется, назовите номер кассиру.</p></section>
${couponsOf(coupons)}
<a class="button" href="/qr">Обновить</a>`,
  )
}

/** Any other page without a network; it leads to the card where one is kept. */
export function offlinePage(hasCard: boolean, nonce: string): string {
  return page(
    'Нет сети',
    nonce,
    `<h1>Нет сети</h1>
<p>Проверьте соединение и попробуйте ещё раз.</p>
${
  hasCard
    ? `<p>Карта откроется и без сети.</p><a class="button" href="/qr">Открыть карту</a>`
    : `<p>Карта будет открываться и без сети, когда вы хотя бы раз откроете её с сетью.</p>`
}
<a class="quiet" href="">Попробовать ещё раз</a>`,
  )
}
