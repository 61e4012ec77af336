import { env } from '~/platform/env.server'

/** Robots may look everywhere: what is personal says so itself, in a header. */
export function loader() {
  const lines = ['User-agent: *', 'Allow: /', '', `Sitemap: ${env().PUBLIC_ORIGIN}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
