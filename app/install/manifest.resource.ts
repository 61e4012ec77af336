import type { BrandPack } from '~/brand/brand-pack.server'
import { env } from '~/platform/env.server'
import { currency, withCurrency } from '~/domain/currency'
import { cutText } from '~/lib/shorten'

const png = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url: `${url}?source=shortcut`,
  icons: [png(`/shortcuts/${icon}.png`, 96)],
})

const screenshot = (name: string, label: string, sizes: string, form: 'narrow' | 'wide') => ({
  src: `/screenshots/${name}.png`,
  type: 'image/png',
  sizes,
  form_factor: form,
  label,
})

const listScreenshots = () => [
  screenshot('today', `Главная: карта и ${currency.plural}`, '780x1688', 'narrow'),
  screenshot('card', 'Карта с кодом для кассы', '780x1688', 'narrow'),
  screenshot('wide', 'Карта на большом экране', '1280x800', 'wide'),
]

/**
 * The web app manifest.
 * @param name the operator's name of the shop
 * @param origin the site's origin, e.g. `https://april.example`
 */
export function webManifest(name: string, brand: BrandPack, origin: string) {
  const { shortName } = brand.data
  const { tabs, grounds } = brand.shown
  return {
    id: '/',
    name: `${name} — карта ${withCurrency()}`,
    short_name: name === brand.data.name ? shortName : cutText(name, 12),
    description: `Карта магазина в телефоне: код для кассы, ${currency.plural}, купоны и чеки.`,
    lang: 'ru',
    dir: 'ltr',
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    // A manifest has one theme colour; meta tags have one for each theme.
    theme_color: grounds.light,
    background_color: grounds.light,
    categories: ['shopping', 'lifestyle'],
    icons: [
      png('/icon-192.png', 192),
      png('/icon-512.png', 512),
      png('/icon-maskable-192.png', 192, 'maskable'),
      png('/icon-maskable-512.png', 512, 'maskable'),
    ],
    // Lets a page of the site detect that the app is installed.
    related_applications: [
      { platform: 'webapp', url: `${origin}/manifest.webmanifest`, id: `${origin}/` },
    ],
    shortcuts: [
      shortcut(tabs.qr, '/qr', 'card'),
      shortcut(tabs.coupons, '/coupons', 'coupons'),
      shortcut('Магазины', '/stores', 'stores'),
    ],
    ...(brand.hasScreenshots && { screenshots: listScreenshots() }),
  }
}

/** `/manifest.webmanifest`. */
export function loader() {
  const { BRAND_NAME, brand, PUBLIC_ORIGIN } = env()
  return Response.json(webManifest(BRAND_NAME, brand, PUBLIC_ORIGIN), {
    headers: { 'Content-Type': 'application/manifest+json' },
  })
}
