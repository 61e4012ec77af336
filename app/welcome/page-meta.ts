import { pageTitle } from '~/lib/page-title'
import { currency } from '~/lib/currency'

interface Match {
  id: string
  data?: unknown
}

interface PublicPage {
  title: string
  /** One or two sentences for a list of search results. */
  description: string
  /** The address of the page. */
  path: string
}

const PICTURE = { path: '/og.png', width: '1200', height: '630' }

/** What search engines and messengers want to know of a public page. */
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
