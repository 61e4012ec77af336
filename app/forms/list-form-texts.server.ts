import { plural } from '~/lib/plural'
import { shorten } from '~/lib/shorten'
import type { Flash } from '~/session/session.server'

/** Results of all entries of a list. */
export interface Counted {
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

/** Texts of a form that changes all entries of a list. */
export interface ListTexts<Word extends string> {
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

const LONGEST_TITLE = 60

/** The notice of the next page; it stays until it is read if something is left to know. */
export function countedNotice<Word extends string>(
  { done, refused, refusedMore, silent, left, isCut }: Counted,
  texts: ListTexts<Word>,
): Flash {
  const entries = (count: number) => `${count} ${plural(count, ...texts.noun)}`
  const reasons = refused.map(({ title, why }) => `«${shorten(title, LONGEST_TITLE)}» — ${why}`)
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
