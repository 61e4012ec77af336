import { env } from '~/platform/env.server'

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

/**
 * The application as a phone installs it. Its name is the operator's.
 * @param origin of the site, e.g. `https://april.example`
 */
export function webManifest(brand: string, origin: string) {
  return {
    id: '/',
    name: `${brand} — карта со звёздами`,
    short_name: brand.slice(0, 12),
    description: 'Карта магазина в телефоне: код для кассы, звёзды, купоны и чеки.',
    lang: 'ru',
    dir: 'ltr',
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    // The tab's colours come in two themes by meta tags; a manifest knows one.
    theme_color: '#f6f5ef',
    background_color: '#f6f5ef',
    categories: ['shopping', 'lifestyle'],
    icons: [
      png('/icon-192.png', 192),
      png('/icon-512.png', 512),
      png('/icon-maskable-192.png', 192, 'maskable'),
      png('/icon-maskable-512.png', 512, 'maskable'),
    ],
    // By this a page of the site may ask whether it is installed itself.
    related_applications: [
      { platform: 'webapp', url: `${origin}/manifest.webmanifest`, id: `${origin}/` },
    ],
    shortcuts: [
      shortcut('Карта', '/qr', 'card'),
      shortcut('Купоны', '/coupons', 'coupons'),
      shortcut('Магазины', '/stores', 'stores'),
    ],
    screenshots: [
      screenshot('today', 'Главная: карта и звёзды', '780x1688', 'narrow'),
      screenshot('card', 'Карта с кодом для кассы', '780x1688', 'narrow'),
      screenshot('wide', 'Карта на большом экране', '1280x800', 'wide'),
    ],
  }
}

/** `/manifest.webmanifest`. */
export function loader() {
  const { BRAND_NAME, PUBLIC_ORIGIN } = env()
  return Response.json(webManifest(BRAND_NAME, PUBLIC_ORIGIN), {
    headers: { 'Content-Type': 'application/manifest+json' },
  })
}
