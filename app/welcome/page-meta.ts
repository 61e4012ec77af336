import { pageTitle } from '~/domain/page-title'
import { currency } from '~/domain/currency'

interface Match {
  id: string
  data?: unknown
}

interface PublicPage {
  title: string
  /** One or two sentences for search results. */
  description: string
  /** The path of the page. */
  path: string
}

const PICTURE = { path: '/og.png', width: '1200', height: '630' }

/** Metadata of a public page for search engines and messengers. */
export function publicPageMeta(
  matches: readonly (Match | undefined)[],
  { title, description, path }: PublicPage,
) {
  const root = matches.find((match) => match?.id === 'root')?.data as
    { brand: string; origin: string } | undefined
  const fullTitle = pageTitle(matches, title)
  if (!root) return [fullTitle]
  const url = root.origin + path
  const properties = {
    'og:type': 'website',
    'og:locale': 'ru_RU',
    'og:site_name': root.brand,
    'og:title': fullTitle.title,
    'og:description': description,
    'og:url': url,
    'og:image': root.origin + PICTURE.path,
    'og:image:width': PICTURE.width,
    'og:image:height': PICTURE.height,
    'og:image:alt': `Карта покупателя с QR-кодом и ${currency.plural}`,
  }
  return [
    fullTitle,
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
