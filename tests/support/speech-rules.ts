import type { Utterance } from './spoken'

const controls = new Set(
  'link button DisclosureTriangle textbox searchbox spinbutton combobox ComboBoxMenuButton checkbox switch radio slider Date'.split(
    ' ',
  ),
)
const isControl = ({ role }: Utterance) => controls.has(role)
const getTarget = (each: Utterance) => each.url ?? each.attributes.get('id') ?? ''
const plain = (text: string) =>
  text
    .toLocaleLowerCase('ru')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const letters = (text: string) => plain(text).replaceAll(' ', '')

/** A rule of every screen: returns violations as text. */
type Rule = (spoken: readonly Utterance[]) => string[]

/** Every control, picture and landmark that needs one has a name. */
const named: Rule = (spoken) =>
  spoken
    .filter((each) => isControl(each) || ['image', 'img', 'meter', 'dialog'].includes(each.role))
    .filter(({ name }) => name === '')
    .map(({ text, within }) => `${within.join(' › ')} › ${text} has no name`)

/** Text drawn with a gap is spoken with a pause. */
const apart: Rule = (spoken) => spoken.filter(({ isGlued }) => isGlued).map(({ text }) => text)

/** The previous utterance is not repeated. */
const once: Rule = (spoken) =>
  spoken.flatMap((each, at) => {
    const before = spoken[at - 1]
    const isSame = before && each.name !== '' && plain(before.name) === plain(each.name)
    // Equal names in different entries of a list are no repetition, such as four cards of one kind.
    const isNear = isSame && JSON.stringify(before.lists) === JSON.stringify(each.lists)
    // A landmark is named by its heading, a figure by its group.
    const isNamedByIt = before && each.within.at(-1) === before.name
    // A heading and the link in it are spoken as one line.
    const isHeadingLink = before?.role === 'heading' && each.role === 'link'
    return isNear && !isNamedByIt && !isHeadingLink && plain(each.name)
      ? [`${before.text} | ${each.text}`]
      : []
  })

/** The spoken list entry around a control, which distinguishes controls with equal names. */
function getEntry(each: Utterance, spoken: readonly Utterance[]): string {
  const place = JSON.stringify(each.lists)
  if (each.lists.length === 0) return ''
  const own = spoken.filter(({ lists, role }) => JSON.stringify(lists) === place && role === 'text')
  return own.map(({ name }) => name).join(' | ')
}

/** Two controls with equal names and different targets differ by their group or by the text beside them. */
const distinct: Rule = (spoken) => {
  const aims = new Map<string, string>()
  return spoken.filter(isControl).flatMap((each) => {
    if (each.role === 'radio' || each.url === null) return []
    const key = `${each.role} ${each.name} ${each.within.join(' › ')} ${getEntry(each, spoken)}`
    const targets = aims.get(key)
    aims.set(key, getTarget(each))
    return targets !== undefined && targets !== getTarget(each)
      ? [`${key} → ${targets}, ${getTarget(each)}`]
      : []
  })
}

/** Two buttons with equal names differ by their group or by the text beside them. */
const distinctButtons: Rule = (spoken) => {
  const counts = new Map<string, number>()
  for (const each of spoken)
    if (each.role === 'button') {
      const key = `${each.name} ${each.within.join(' › ')} ${getEntry(each, spoken)}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return [...counts].filter(([, count]) => count > 1).map(([key, count]) => `${count} × ${key}`)
}

/** Sums and counts are spoken whole: voices read `1 048` as «один, ноль сорок восемь» with any space. */
const figures: Rule = (spoken) =>
  spoken
    .filter(({ text }) =>
      /(?<!\+7|8 800)\d[\u2009\u202f]\d{3}(?!\d)|\bNaN\b|undefined|\[object/.test(text),
    )
    .map(({ text }) => text)

/** A card's number is spoken in fours; that of a cash register is as long, but copied as it is. */
const inFours: Rule = (spoken) =>
  spoken
    .filter(({ text }, at) => /(?<!\d)\d{16,19}(?!\d)/.test(text) && spoken[at - 1]?.text !== 'ФН')
    .map(({ text }) => text)

/** The visible text of a control begins its name, for voice control (WCAG 2.5.3). */
const asWritten: Rule = (spoken) =>
  spoken
    .filter(({ role }) => role === 'button' || role === 'link')
    .map(({ name, attributes }) => ({ name, written: attributes.get('data-written') ?? '' }))
    .filter(({ name, written }) => !letters(name).startsWith(letters(written)))
    .map(({ name, written }) => `«${written}» is called «${name}»`)

/** Landmarks in the order of each screen. */
const landmarks = ['banner', 'navigation', 'main', 'contentinfo']

/** Header, menu, content and footer come in this order, and headings descend by one level. */
const ordered: Rule = (spoken) => {
  const places = spoken
    .filter(({ depth }) => depth === 0)
    .map(({ role }) => landmarks.indexOf(role))
  const found = places.filter((place) => place >= 0)
  const misplaced = found.filter((place, at) => at > 0 && place < found[at - 1]!)
  const all = spoken.map(({ text }) => text).filter((text) => /^заголовок \d/.test(text))
  // Errors of a form precede the heading of its page.
  const headings = all.slice(all.findIndex((text) => getLevel(text) === 1))
  return [
    ...misplaced.map((place) => `${landmarks[place]} comes too late`),
    ...headings.filter((heading, at) => getLevel(heading) - getLevel(headings[at - 1] ?? '0') > 1),
  ]
}

const getLevel = (heading: string) => Number(/\d/.exec(heading)?.[0])

export const speechRules = {
  named,
  apart,
  once,
  distinct,
  distinctButtons,
  figures,
  inFours,
  asWritten,
  ordered,
}
