import { env } from '~/platform/env.server'
import { publicPages } from '~/screens.server'

/** The pages for search engines. */
export function loader() {
  const pages = publicPages.map((path) => `  <url><loc>${env().PUBLIC_ORIGIN}${path}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    '</urlset>',
    '',
  ]
  return new Response(xml.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
