import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { shopperTag } from '~/session/shopper-tag.server'

const CLAIM_MS = 60_000
const WAIT_STEP_MS = 50
const LONGEST_WAIT_MS = 8_000
const UNDER_WAY = 'under way'
const PURPOSE = 'form'

const keptShape = z.object({ outcome: z.unknown() })

/** The random id that a form is rendered with. */
export function newFormId(): string {
  return crypto.randomUUID()
}

interface Once<Outcome> {
  /** The form's name: several forms of a page may share an id. */
  name: string
  formId: string | undefined
  /** What was filled in: the same render with other words is another form. */
  values: unknown
  write: () => Promise<Outcome>
  /** The second post's outcome when the first one's cannot be had, or not be opened. */
  otherwise: Outcome
  /** Whether the outcome holds for further posts; unless it says so, it does. */
  isFinal?: (outcome: Outcome) => boolean
}

/**
 * Runs the write of a form once, however often the form is sent: a second post of the same render
 * with the same values waits for the first one and gets its outcome. The outcome is kept 60 s,
 * sealed, unless it is not final: the same post may then be sent again. A form without an id is not
 * guarded.
 */
export async function once<Outcome>(
  context: Pick<AppLoadContext, 'session' | 'store' | 'sealer'>,
  { name, formId, values, write, otherwise, isFinal = () => true }: Once<Outcome>,
): Promise<Outcome> {
  if (!formId) return write()
  const { store, sealer } = context
  const digest = createHash('sha256')
    .update(JSON.stringify([formId, values]))
    .digest('base64url')
  const key = `form:${name}:${await shopperTag(context)}:${digest}`
  if (!(await store.claim(key, UNDER_WAY, CLAIM_MS)))
    return (await outcomeOf<Outcome>(context, key)) ?? otherwise
  try {
    const outcome = await write()
    if (isFinal(outcome)) await store.set(key, sealer.seal(PURPOSE, { outcome }), CLAIM_MS)
    else await store.release(key, UNDER_WAY)
    return outcome
  } catch (error) {
    await store.release(key, UNDER_WAY)
    throw error
  }
}

async function outcomeOf<Outcome>(
  { store, sealer }: Pick<AppLoadContext, 'store' | 'sealer'>,
  key: string,
) {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += WAIT_STEP_MS) {
    const kept = await store.get(key)
    if (kept === null) return null
    if (kept !== UNDER_WAY)
      return (keptShape.safeParse(sealer.open(PURPOSE, kept)).data?.outcome ??
        null) as Outcome | null
    await sleep(WAIT_STEP_MS)
  }
  return null
}
