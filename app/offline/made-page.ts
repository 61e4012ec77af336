import { escapeHtml } from '~/lib/plain-text'
import { shownBrand, tabName, type ShownBrand } from '~/domain/shown-brand'
import { iconAddress, type IconName } from '~/ui/icon'
import { OFFLINE_DRAWING } from '~/domain/worker-messages'

/**
 * The product's look in as few rules as two pages need; the brand's colours and fonts precede them.
 */
const offlineStyles = `
*{box-sizing:border-box;margin:0}
body{background:var(--bg);color:var(--ink);font:450 1.0625rem/1.5 var(--font)}
main,header{max-width:30rem;margin:0 auto;padding:.75rem 1rem}
main{padding-bottom:calc(6.5rem + env(safe-area-inset-bottom))}
.till main{padding-bottom:2rem}
header{padding-bottom:0}
header a{display:inline-flex;gap:.625rem;align-items:center;color:inherit;font-size:1.5rem;font-weight:800;letter-spacing:-.045em;line-height:1;text-decoration:none}
header svg{height:2.5rem;max-width:14rem}
nav{position:fixed;right:0;bottom:0;left:0;padding:0 .5rem env(safe-area-inset-bottom);background:var(--surface)}
nav ul{display:flex;max-width:34rem;margin:0 auto;padding:0;list-style:none}
nav li{flex:1;min-width:0}
nav li+li{margin:0}
nav a{display:grid;align-content:center;justify-items:center;height:4.25rem;overflow:hidden;color:var(--ink-muted);font-size:min(.8125rem,4.4vw);font-weight:500;line-height:1.2;text-decoration:none}
nav i{display:grid;place-items:center;width:3.5rem;max-width:100%;height:2rem;border-radius:1rem}
nav svg{width:1.5rem;height:1.5rem}
nav [aria-current]{color:var(--ink);font-weight:700}
nav [aria-current] i{background:var(--primary);color:var(--on-primary)}
img{display:block;max-width:100%;height:auto;margin:0 auto}
h1{font-size:1.5rem;font-weight:800;line-height:1.12;letter-spacing:-.025em}
h2{font-size:1.25rem;font-weight:700;line-height:1.2}
main>*+*{margin-top:.75rem}
section{padding:1.25rem;border-radius:calc(1.2*var(--radius-l));background:var(--surface)}
section>*+*{margin-top:.5rem}
ul{padding-left:1.25rem}
.state,.paper,section{border:1px solid transparent}
.state{padding:.5rem 1rem;font-size:.9375rem;border-radius:var(--radius-m);background:var(--warning-soft);color:var(--warning);font-weight:600}
.points b{font-size:2rem;font-weight:800;line-height:1.12}
.paper{padding:.5rem;border-radius:var(--radius-l);background:#fff;text-align:center;forced-color-adjust:none}
.qr{width:min(100%,40vh,18rem);min-width:min(100%,160px);margin:0 auto}
.qr svg,.bars svg{display:block;width:100%;margin:0 auto}
.bars{height:4rem;margin:.25rem 0}
.bars svg{height:100%}
.when{display:block;color:var(--ink-muted);font-size:.9375rem}
.number{font-size:max(24px,min(1.5rem,13vw));font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
summary{display:inline-block;padding:.5rem 0;cursor:pointer;text-decoration:underline}
.code{font-weight:700;overflow-wrap:anywhere}
li+li{margin-top:.5rem}
li{overflow-wrap:anywhere}
.till .paper{padding:0}
.spoken,.till h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.button,.quiet{display:flex;justify-content:center;align-items:center;width:100%;min-height:3rem;border:1px solid transparent;font:inherit;cursor:pointer;padding:.75rem 1.25rem;border-radius:var(--radius-m);font-weight:700;text-decoration:none}
.button{background:var(--primary);color:var(--on-primary)}
.quiet{background:none;color:inherit;text-decoration:underline}
a:focus-visible,button:focus-visible{outline:3px solid var(--primary);outline-offset:3px}
`

interface MadePage {
  title: string
  /** The nonce of the page's style and script. */
  nonce: string
  content: string
  script?: string
  /** White in every theme, for the scanner, without logo and tabs. */
  isTill?: boolean
  /** The tab of the page. */
  tab?: TabName
}

type TabName = keyof ShownBrand['tabs']

const tabIcons: Record<TabName, IconName> = {
  today: 'home',
  coupons: 'coupon',
  qr: 'card',
  profile: 'profile',
}

const drawn = (name: Parameters<typeof iconAddress>[0], viewBox: string) =>
  `<svg viewBox="${viewBox}" aria-hidden="true"><use href="${iconAddress(name)}"/></svg>`

function getHeader({ logo, name = '' }: ShownBrand): string {
  const mark = drawn(logo ? 'logo' : 'mark', logo ?? '0 0 40 40')
  return `<header><a href="/today">${mark}<span${logo ? ' class="spoken"' : ''}>${escapeHtml(name)}</span></a></header>`
}

function getTabs(current: TabName | undefined): string {
  const links = (Object.keys(tabIcons) as TabName[]).map(
    (name) =>
      `<li><a href="/${name}"${name === current ? ' aria-current="page"' : ''}><i>${drawn(tabIcons[name], '0 0 24 24')}</i>${escapeHtml(tabName(name))}</a></li>`,
  )
  return `<nav aria-label="Основное меню"><ul>${links.join('')}</ul></nav>`
}

/** A page that the service worker creates, in the look of the others. */
export function madePage({ title, nonce, content, script, isTill = false, tab }: MadePage): string {
  const brand = shownBrand()
  const { grounds, offlineStyles: ofBrand = '' } = brand
  return `<!doctype html>
<html lang="ru"${isTill ? ' class="till"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${isTill ? 'light' : 'light dark'}">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="${isTill ? '#fff' : grounds.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${isTill ? '#fff' : grounds.dark}" media="(prefers-color-scheme: dark)">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${ofBrand}${offlineStyles}</style>
</head>
<body>${isTill ? '' : getHeader(brand)}<main>${content}</main>${isTill ? '' : getTabs(tab)}${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body>
</html>`
}

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
