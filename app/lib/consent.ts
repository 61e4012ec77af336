/** The visitor's decision about analytics, the only feature that needs consent. */
export type Consent = 'accepted' | 'refused'

/** The value of the consent cookie; null when absent or invalid. @internal */
export function parseConsent(value: string | null | undefined): Consent | null {
  return value === 'accepted' || value === 'refused' ? value : null
}

/** True when `document.cookie` holds a consent to analytics. */
export function hasConsent(cookies: string): boolean {
  const pair = /(?:^|;\s*)(?:__Host-)?v1_consent=([^;]*)/.exec(cookies)
  return parseConsent(pair?.[1]) === 'accepted'
}
