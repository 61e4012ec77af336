import { shownBrand } from '~/lib/shown-brand'

import { offlineStyles } from './offline-styles'

interface MadePage {
  title: string
  /** The nonce of the page's style and script. */
  nonce: string
  content: string
  script?: string
  /** White in every theme, for the scanner. */
  isTill?: boolean
}

/** A page that the service worker creates. */
export function madePage({ title, nonce, content, script, isTill = false }: MadePage): string {
  const { grounds, offlineStyles: ofBrand = '' } = shownBrand()
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
<body><main>${content}</main>${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body>
</html>`
}
