/** What became of telling the gateway: `failed` may be tried again, `refused` is for good. */
export type Enrolment = 'enrolled' | 'refused' | 'failed'

/** Signed out, too early, too often: what another try can change. */
const passing = [401, 408, 409, 425, 429]

/** Enrols a device, or says that it is enrolled no longer, as a page and the worker do. */
export async function enrol(
  subscription: PushSubscriptionJSON,
  isPermitted: boolean,
): Promise<Enrolment> {
  const body = new URLSearchParams({
    subscription: JSON.stringify(subscription),
    permitted: String(isPermitted),
  })
  const { status } = await fetch('/push/enrol', { method: 'POST', body })
  if (status === 204) return 'enrolled'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'failed'
}
