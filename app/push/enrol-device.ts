/** The result of an enrolment: `failed` may be tried again, `refused` is final. */
type Enrolment = 'enrolled' | 'refused' | 'failed'

/** Statuses that a later attempt may change: signed out, too early, too often. */
const passing = [401, 408, 409, 425, 429]

/** Enrols or removes a device; used by pages and the service worker. */
export async function enrol(
  subscription: PushSubscriptionJSON,
  isPermitted: boolean,
): Promise<Enrolment> {
  const body = new URLSearchParams({
    subscription: JSON.stringify(subscription),
    permitted: String(isPermitted),
  })
  // Without this header the guard would redirect to a page.
  const headers = { Accept: 'application/json' }
  const { status } = await fetch('/push/enrol', { method: 'POST', headers, body })
  if (status === 204) return 'enrolled'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'failed'
}
