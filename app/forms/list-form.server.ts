import type { AppLoadContext } from '@remix-run/node'
import pLimit from 'p-limit'
import { z } from 'zod'

import type { Listed } from '~/gateways/all-pages.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { SwitchName } from '~/domain/switch-names'
import { env } from '~/platform/env.server'
import { plural } from '~/lib/numbers'
import { shorten } from '~/lib/shorten'
import type { Flash } from '~/session/session.server'

import { defineAction } from './define-form.server'
import { notice } from './form-response.server'
import { once } from './once.server'

/** Results of all entries of a list. */
interface Counted {
  kind: 'counted'
  done: number
  /** The first few refused entries, each with its title and reason. */
  refused: { title: string; why: string }[]
  refusedMore: number
  /** Sent without a response: the list will show whether they happened. */
  silent: number
  /** Not sent yet. */
  left: number
  /** True when the list has more entries than were read. */
  isCut: boolean
}

interface ListTexts<Word extends string> {
  /** The plural forms of an entry: «купон», «купона», «купонов». */
  noun: [one: string, few: string, many: string]
  /** «Активировано: 18 купонов». */
  done: (count: number, entries: string) => string
  /** Why an entry was refused, as part of a sentence. */
  refusals: Record<Word, string>
  none: string
  failed: string
  busy: { title: string; description: string }
  tooOften: { title: string; description: string }
}

const MAX_TITLE_LENGTH = 60

/** The notice of the next page; it stays until it is read if something is left to know. */
function countedNotice<Word extends string>(
  { done, refused, refusedMore, silent, left, isCut }: Counted,
  texts: ListTexts<Word>,
): Flash {
  const entries = (count: number) => `${count} ${plural(count, ...texts.noun)}`
  const reasons = refused.map(({ title, why }) => `«${shorten(title, MAX_TITLE_LENGTH)}» — ${why}`)
  if (refusedMore > 0) reasons.push(`и ещё ${entries(refusedMore)}`)
  const description = [
    reasons.length > 0 && `Отказано: ${reasons.join('; ')}.`,
    silent > 0 && `Не дождались ответа: ${entries(silent)} — посмотрите в списке.`,
    left > 0 && `Осталось: ${entries(left)} — нажмите ещё раз, и мы продолжим.`,
    isCut && 'Список слишком длинный: просмотрен не весь.',
  ]
    .filter(Boolean)
    .join(' ')
  const title = done > 0 ? texts.done(done, entries(done)) : texts.failed
  if (description === '') return { type: 'success', title }
  return { type: done > 0 ? 'warning' : 'error', title, description, stays: true }
}

const MAX_AT_ONCE = 6
/** Since the press: when the last write may begin, and when the page redirects. */
const BEGIN_MS = BUDGET_MS.critical
const END_MS = 5000
const MAX_NAMED = 3

interface ListDeclaration<Entry, Kind extends string> {
  /** The form's unique name. */
  name: string
  /** Kill switches of the write. */
  killSwitch: readonly SwitchName[]
  /** Target without a `returnTo` field. */
  page: string
  /** Loads the entries that allow the verb, in order of their writes. */
  list: (context: AppLoadContext) => Promise<Listed<Entry>>
  getTitle: (entry: Entry) => string
  /** The form of a single entry and its route parameters: both forms share one idempotency key. */
  single: { name: string; paramsOf: (entry: Entry) => Record<string, string> }
  /** @throws GatewayError */
  write: (context: AppLoadContext, entry: Entry, options: WriteOptions) => Promise<unknown>
  /** The meaning of a failed write: a kind of the single form's results. */
  getKind: (error: GatewayError) => Kind | 'unavailable'
  texts: ListTexts<Kind>
  track: (context: AppLoadContext, counted: Counted) => void
}

interface WriteOptions {
  deadlineMs: number
  /** Never retried: a hanging or aborted write may have happened. */
  isNotRetried: true
}

type ListResult = { refundsLimit?: boolean } & (
  Counted | { kind: 'none' | 'busy' | 'off' | 'unavailable' }
)

/** Whether lists offer their verb for all entries; an operator may switch it off. */
export function hasListForms(): boolean {
  return env().ACTIVATE_ALL_MOST > 0
}

/**
 * Declares the form that applies a list's verb to all entries that allow it: six at a time, each once however
 * often the form is sent, until the time is up. The next page shows how many there were, which were refused
 * and why, and how many are left; a second press continues.
 */
export function defineListForm<Entry, Kind extends string>(list: ListDeclaration<Entry, Kind>) {
  return defineAction(list.page, {
    name: list.name,
    killSwitch: list.killSwitch,
    schema: z.object({ returnTo: z.string().optional() }),
    limit: {
      points: async ({ context }) => [['listRuns', (await context.session.userId()) ?? '']],
      onExceeded: () => notice({ type: 'warning', ...list.texts.tooOften }),
    },
    async call({ context, payload, formId }): Promise<ListResult> {
      const most = env().ACTIVATE_ALL_MOST
      if (most === 0) return { kind: 'off', refundsLimit: true }
      // A shopper has one run at a time: a parallel press ends as `busy`, a later one finds the remaining
      // entries.
      return once<ListResult>(context, {
        name: `${list.name}-run`,
        formId: 'one at a time',
        values: null,
        write: () => writeAll(list, context, { most, payload, formId }),
        pendingResult: { kind: 'busy', refundsLimit: true },
        isFinal: () => false,
      })
    },
    track({ context }, result) {
      if (result.kind === 'counted') list.track(context, result)
    },
    onResult: {
      counted: (_, result) => notice(countedNotice(result, list.texts)),
      none: notice({ type: 'info', title: list.texts.none }),
      busy: notice({ type: 'info', ...list.texts.busy }),
      off: notice({ type: 'info', title: 'Всё сразу сейчас нельзя: можно по одному' }),
      unavailable: notice({ type: 'error', title: list.texts.failed }),
    },
    advanced: { pendingResult: () => ({ kind: 'busy' as const }) },
  })
}

interface Run {
  most: number
  /** The sent values, as part of the idempotency key. */
  payload: unknown
  formId: string | undefined
}

async function writeAll<Entry, Kind extends string>(
  { list, getTitle, single, write, getKind, texts }: ListDeclaration<Entry, Kind>,
  context: AppLoadContext,
  { most, payload, formId }: Run,
): Promise<ListResult> {
  const beganAt = performance.now()
  const passedMs = () => performance.now() - beganAt
  const { listed } = await loadBlocks({ listed: list(context) }, { listed: BUDGET_MS.critical })
  if (!listed) return { kind: 'unavailable', refundsLimit: true }
  const { entries: open, isWhole } = listed
  if (open.length === 0) return { kind: 'none' }
  let mayGoOn = true

  async function writeOne(entry: Entry): Promise<Kind | 'done' | 'unavailable' | 'left'> {
    if (!mayGoOn || passedMs() >= BEGIN_MS) return 'left'
    try {
      await write(context, entry, {
        deadlineMs: Math.ceil(END_MS - passedMs()),
        isNotRetried: true,
      })
      return 'done'
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        mayGoOn = false
        throw error
      }
      if (!wasNotTaken(error)) return getKind(error)
      mayGoOn = false
      return 'left'
    }
  }

  const outcomes = await pLimit(MAX_AT_ONCE).map(open.slice(0, most), async (entry) => {
    const outcome = await once<{ kind: Kind | 'done' | 'unavailable' | 'left' }>(context, {
      name: single.name,
      formId,
      values: [single.paramsOf(entry), payload],
      write: async () => ({ kind: await writeOne(entry) }),
      pendingResult: { kind: 'unavailable' },
      isFinal: ({ kind }) => kind !== 'left',
    })
    return { title: getTitle(entry), kind: outcome.kind }
  })
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length
  const refused = outcomes.flatMap(({ title, kind }) =>
    kind === 'done' || kind === 'unavailable' || kind === 'left'
      ? []
      : [{ title, why: texts.refusals[kind] }],
  )
  return {
    kind: 'counted',
    // The gateway was overloaded or down from the first entry on.
    refundsLimit: outcomes.every(({ kind }) => kind === 'left'),
    done: count('done'),
    refused: refused.slice(0, MAX_NAMED),
    refusedMore: Math.max(0, refused.length - MAX_NAMED),
    silent: count('unavailable'),
    left: count('left') + Math.max(0, open.length - most),
    isCut: !isWhole,
  }
}

/** The gateway or its breaker did nothing, so the other entries need not be tried. */
function wasNotTaken({ kind, status }: GatewayError): boolean {
  return kind === 'open' || kind === 'busy' || status === 429
}
