/** What a visitor decided about analytics, the one thing here that needs a consent. */
export type Consent = 'accepted' | 'refused'

/** The value of the consent cookie; null as long as nothing, or nothing readable, was decided. */
export function parseConsent(value: string | null | undefined): Consent | null {
  return value === 'accepted' || value === 'refused' ? value : null
}

/** Whether the cookies of a browser (`document.cookie`) hold a consent to analytics. */
export function hasConsent(cookies: string): boolean {
  const pair = /(?:^|;\s*)(?:__Host-)?v1_consent=([^;]*)/.exec(cookies)
  return parseConsent(pair?.[1]) === 'accepted'
}
