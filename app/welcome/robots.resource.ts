import { env } from '~/platform/env.server'

/** Crawlers may load every page; personal pages have a `noindex` header. */
export function loader() {
  const lines = ['User-agent: *', 'Allow: /', '', `Sitemap: ${env().PUBLIC_ORIGIN}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
