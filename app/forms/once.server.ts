import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { exclusive, MAX_PAUSE_MS } from '~/shared-state/exclusive.server'
import type { Sealer } from '~/session/seal.server'
import type { StoreKey } from '~/shared-state/shared-store.server'
import { hashUserId } from '~/session/user-hash.server'

/** How long a form's lock and outcome last; a lock of a process that died, too. */
const LIFE_MS = 60_000
/**
 * How long a second post waits for the first one's outcome, however slow the store is. Checking the outcome
 * afterwards must fit into the page's six seconds.
 */
const MAX_WAIT_MS = 4_000
/** Longer than a waiting post takes to look again. */
const WAITING_MS = 2 * MAX_PAUSE_MS
/** The last release expects this value in the lock of a form that was written. */
const WRITTEN = 'under way'
// The prefix changes with the shape of results, which containers of the last release cannot read.
const PURPOSE = 'form-result'

const outcomeSchema = z.object({ outcome: z.unknown() })

/** Position of a UUID's version: 4 is random, 8 is custom (RFC 9562). */
const KIND_AT = 14
const BOUND = '8'
/**
 * The last twelve digits of a form id. In a bound id they are a digest of the other digits and the owner.
 */
const DIGEST_DIGITS = 12

type Visiting = Pick<AppLoadContext, 'session' | 'device'>

/**
 * The id of a form's render, a UUID: random, and bound to the page's owner or the guest's browser; a first
 * visit gets a cookie for it.
 */
export async function newFormId(context: Visiting): Promise<string> {
  const random = crypto.randomUUID()
  const [owner = ofDevice(context.device.id)] = await getOwners(context)
  return boundTo(owner, random.slice(0, KIND_AT) + BOUND + random.slice(KIND_AT + 1))
}

const ofDevice = (id: string) => `device:${id}`

/** Whether the form was rendered for another shopper than the present one, or for a guest of another browser. */
export async function isOthersForm(
  context: Visiting,
  formId: string | undefined,
): Promise<boolean> {
  if (formId?.[KIND_AT] !== BOUND) return false
  return (await getOwners(context)).every((owner) => boundTo(owner, formId) !== formId)
}

/** The signed-in shopper, the confirmed phone of a registration, and the browser; of these, those that exist. */
async function getOwners({ session, device }: Visiting): Promise<string[]> {
  const userId = (await session.userId()) ?? session.loyaltyCode?.userId
  const { existingId } = device
  return [userId ? hashUserId(userId) : null, existingId && ofDevice(existingId)].filter(
    (owner) => owner !== null,
  )
}

function boundTo(owner: string, formId: string): string {
  const random = formId.slice(0, -DIGEST_DIGITS)
  const digest = createHash('sha256').update(`form-owner:${owner}:${random}`).digest('hex')
  return random + digest.slice(0, DIGEST_DIGITS)
}

interface Once<Outcome> {
  /** The form's name, because several forms of a page may share an id. */
  name: string
  formId: string | undefined
  /** The id belongs to a visitor with a confirmed phone, so it counts as a shopper's. */
  isProven?: boolean
  /** The values: the same render with other values is another submission. */
  values: unknown
  write: () => Promise<Outcome>
  /**
   * The outcome of the second post while the first one's is missing or unreadable. A function may check
   * whether the write has happened.
   */
  pendingResult: Outcome | (() => Promise<Outcome>)
  /** Whether the outcome holds for further posts; true by default. */
  isFinal?: (outcome: Outcome) => boolean
}

/** Names of the release before, with which it shares results while both run. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'activate-coupon': 'activate',
  'add-card': 'card',
  'confirm-email': 'letter',
  'edit-profile': 'edit',
  'complete-profile': 'incomplete',
  'sign-in': 'code',
  push: 'enrol',
}

/**
 * Runs the write of a form once: a second post of the same render with the same values waits for the first
 * and gets its outcome. The outcome is stored for 60 s, sealed, unless it is not final: then the same post
 * may be sent again. A form without an id is not protected. Lock and outcome have separate keys, so that a
 * release may change the format of outcomes during a rollout.
 */
export async function once<Outcome>(
  context: Pick<AppLoadContext, 'session' | 'services'>,
  { name, formId, isProven, values, write, pendingResult, isFinal = () => true }: Once<Outcome>,
): Promise<Outcome> {
  if (!formId) return write()
  const { session, services } = context
  const { store, sealer } = services
  const digest = createHash('sha256')
    .update(JSON.stringify([formId, values]))
    .digest('base64url')
  const userId = await session.userId()
  // Anybody can send guests' forms, so their locks use another memory than shoppers'
  // (shared-store.server.ts).
  const kind = userId === null && !isProven ? 'form-guest' : 'form'
  const lock = `${kind}:${FORMER_NAMES[name] ?? name}:${userId}:${digest}` as const
  const outcomeKey = `${lock}:outcome` as const
  const terms = {
    lifeMs: LIFE_MS,
    maxWaitMs: MAX_WAIT_MS,
    existing: async () => {
      const sealed = await store.get(outcomeKey)
      return sealed === null ? null : (readOutcome<Outcome>(sealer, sealed) ?? 'unreadable')
    },
  }
  type Written = { outcome: Outcome } | 'unreadable'
  const written = await exclusive<Written>(store, lock, terms, async () => {
    // Only for posts that wait at this moment; a later one writes again.
    let [sealed, lifeMs] = ['', WAITING_MS]
    try {
      const outcome = await write()
      sealed = sealer.seal(PURPOSE, { outcome })
      if (isFinal(outcome)) {
        lifeMs = LIFE_MS
        // A lock that expired before its outcome would let a post through.
        await store.set(lock, WRITTEN, LIFE_MS)
      }
      return { outcome }
    } finally {
      await store.set(outcomeKey, sealed, lifeMs)
    }
  })
  if (written !== null && written !== 'unreadable') return written.outcome
  return typeof pendingResult === 'function'
    ? (pendingResult as () => Promise<Outcome>)()
    : pendingResult
}

/**
 * How long a repeated post gets the stored result: the first response may get lost, and the shopper presses
 * again.
 */
const SHARED_MS = 30_000

/**
 * Runs the work of equal posts once if its result may be shared: for half a minute a repeated post gets the
 * same result, because the first response was lost. Otherwise it runs again.
 * @param key identifies the post; the store gets only its digest
 * @returns the outcome, and whether it is this post's own
 */
export async function together<Outcome>(
  { store, sealer }: Pick<AppLoadContext['services'], 'store' | 'sealer'>,
  key: string,
  work: () => Promise<Outcome>,
  mayShare: (outcome: Outcome) => boolean,
): Promise<{ outcome: Outcome; isOwn: boolean }> {
  const lock: StoreKey = `form:together:${createHash('sha256').update(key).digest('base64url')}`
  const outcomeKey = `${lock}:outcome` as const
  const existing = async () => {
    const found = readOutcome<Outcome>(sealer, await store.get(outcomeKey))
    return found && { ...found, isOwn: false }
  }
  const run = async () => {
    const shared = await existing()
    if (shared) return shared
    const outcome = await work()
    if (mayShare(outcome)) await store.set(outcomeKey, sealer.seal(PURPOSE, { outcome }), SHARED_MS)
    return { outcome, isOwn: true }
  }
  const terms = { lifeMs: LIFE_MS, maxWaitMs: MAX_WAIT_MS, existing }
  return (await exclusive(store, lock, terms, run)) ?? run()
}

/** Null for a missing or unreadable outcome. */
function readOutcome<Outcome>(sealer: Sealer, sealed: string | null): { outcome: Outcome } | null {
  const { data } = outcomeSchema.safeParse(sealer.open(PURPOSE, sealed ?? ''))
  return (data?.outcome ?? null) === null ? null : { outcome: data?.outcome as Outcome }
}
