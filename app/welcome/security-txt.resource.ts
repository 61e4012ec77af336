import { env } from '~/platform/env.server'

const GOOD_FOR_DAYS = 180
const DAY_MS = 86_400_000

/** The contact for vulnerability reports (RFC 9116). */
export function loader() {
  const { PUBLIC_ORIGIN, SUPPORT_EMAIL } = env()
  const contact = SUPPORT_EMAIL ? `mailto:${SUPPORT_EMAIL}` : `${PUBLIC_ORIGIN}/contacts`
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${PUBLIC_ORIGIN}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
