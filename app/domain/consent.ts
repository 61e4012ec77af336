/** The visitor's decision about analytics, the only feature that needs consent. */
export type Consent = 'accepted' | 'refused'

/** True when `document.cookie` holds a consent to analytics. */
export function hasConsent(cookies: string): boolean {
  const pair = /(?:^|;\s*)(?:__Host-)?v1_consent=([^;]*)/.exec(cookies)
  return pair?.[1] === 'accepted'
}
