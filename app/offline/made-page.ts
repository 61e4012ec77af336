import { escapeHtml } from '~/lib/escape-html'
import { shownBrand, tabName, type ShownBrand } from '~/lib/shown-brand'
import { iconAddress, type IconName } from '~/ui/icon'

import { offlineStyles } from './offline-styles'

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
