import { escapeHtml } from '~/lib/plain-text'
import type { CardRecord, StoredCoupon } from '~/card/card-record'
import { formatDayAndTime, formatNearDay } from '~/lib/dates'
import { lastDayText } from '~/domain/expiry'
import { getBrowserZone } from '~/lib/time-zones'
import { groupInFours } from '~/domain/mask'
import { formatNumber, spoken } from '~/lib/numbers'
import { currency, getCurrency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import { madePage } from './made-page'
import type { FallbackReason } from './worker-responses'

interface Help {
  text: string
  href: string
  label: string
}

const again = { href: '', label: 'Обновить' }
/** A short explanation, and a link that helps. */
const help: Record<FallbackReason, Help> = {
  network: { text: 'Сеть не отвечает.', ...again },
  server: { text: 'Сайт отвечает с ошибкой.', ...again },
  busy: { text: 'На сайте сейчас слишком много посетителей.', ...again },
  code: { text: 'Новый код не загрузился.', ...again },
  signIn: {
    text: 'Войдите снова, чтобы обновить код.',
    href: '/login?returnTo=/qr',
    label: 'Войти',
  },
  profile: {
    text: 'Заполните профиль, чтобы обновить код.',
    href: '/profile/incomplete?returnTo=/qr',
    label: 'Заполнить профиль',
  },
}

const getTime = (instant: string, now: Date) =>
  `<time datetime="${escapeHtml(instant)}">${formatDayAndTime(instant, getBrowserZone(), now)}</time>`

function getPoints({ balance, balanceAt }: CardRecord, now: Date): string {
  if (balance === null) return ''
  const word = getCurrency(balance)
  const figure = formatNumber(balance)
  const when = balanceAt ? `<span class="when">${getTime(balanceAt, now)}</span>` : ''
  return `<section class="stars"><h2>Ваши ${currency.plural}</h2><p><span aria-hidden="true"><b>${figure}</b> ${word}</span><span class="spoken">${spoken(figure)} ${word}</span></p>${when}</section>`
}

function getCoupon({ title, discount, code, until, from }: StoredCoupon, now: Date): string {
  const zone = getBrowserZone()
  const text = [
    from && new Date(from) > now && `с ${formatNearDay(from, zone, now)}`,
    until && `до ${lastDayText(until, zone, now)}`,
  ].filter(Boolean)
  const end = text.length > 0 ? `<span class="when">${text.join(' ')}</span>` : ''
  const typed = code
    ? `<details><summary>Код купона</summary><p class="code">${escapeHtml(code)}</p></details>`
    : ''
  const saved = discount ? `<b>${escapeHtml(discount)}</b> ` : ''
  return `<li>${saved}${escapeHtml(title)}${end}${typed}</li>`
}

function getCoupons({ coupons }: CardRecord, now: Date): string {
  const active = coupons?.filter(({ until }) => !until || new Date(until) > now) ?? []
  if (active.length === 0) return ''
  return `<section><h2>Активные купоны</h2><ul>${active.map((coupon) => getCoupon(coupon, now)).join('')}</ul></section>`
}

/** Both codes and the number, black on white in every theme. */
function getPaper(
  { svg, barcode, number, fetchedAt }: CardRecord,
  now: Date,
  isRenewed: boolean,
): string {
  const code = svg && `<div class="qr" role="img" aria-label="QR-код карты для кассы">${svg}</div>`
  const bars =
    barcode && `<div class="bars" role="img" aria-label="Штрихкод карты">${barcode}</div>`
  const what = svg ? 'Код получен' : 'Номер сохранён'
  return `<div class="paper"${isRenewed ? ' data-renews' : ''}>${code ?? ''}
<p class="number">${groupInFours(number)}</p>${bars ?? ''}
<p class="when">${what} ${getTime(fetchedAt, now)}</p></div>`
}

interface StoredCard {
  why: FallbackReason
  /** White, with the screen on, and only what the cashier needs. */
  isTill: boolean
  nonce: string
  /** The text of `stored-card-entry.ts`. */
  script: string
  now?: Date
}

/** The card as stored on this phone; needs neither network nor server. */
export function storedCardPage(record: CardRecord, how: StoredCard): string {
  const { why, isTill, nonce, script, now = new Date() } = how
  const { text, href, label } = help[why]
  const hint = record.svg ? 'Это последний код, что у нас есть.' : 'Назовите номер кассиру.'
  const mode = isTill
    ? `<a class="quiet" href="/qr">Обычный вид</a>`
    : `<a class="button" href="/qr/till">Показать на кассе</a>`
  const notMine =
    why === 'signIn'
      ? `<button class="quiet" id="forget" type="button">Это не моя карта — убрать с телефона</button>`
      : ''
  const rest = isTill ? '' : `${getPoints(record, now)}${getCoupons(record, now)}`
  return madePage({
    title: 'Карта на телефоне',
    nonce,
    isTill,
    tab: 'qr',
    script,
    content: `<h1>${tabName('qr')}</h1>
${getPaper(record, now, why !== 'signIn' && why !== 'profile')}
<p class="state" role="status">${text} ${hint}</p>
${mode}<a class="quiet" href="${href}">${label}</a>
${rest}${notMine}`,
  })
}
