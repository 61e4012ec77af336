import { beforeAll, describe, expect, test } from 'vitest'

import { sharedCrawl, type CrawledScreen } from '../support/crawl'
import type { ScreenName } from '../support/screens'
import { speechRules } from '../support/speech-rules'

/** Screens without a menu to skip: the till, the printed card, and the question about cookies. */
const bare: readonly string[] = ['till', 'card_print', 'first visit'] satisfies (
  ScreenName | 'first visit'
)[]

/** The sandbox gives all that this shopper has the same name, longer than a line. */
const isOfTooMuch = ({ viewer }: CrawledScreen) => viewer === 'veryLong'

let crawled: CrawledScreen[]
let accepted: string[]
beforeAll(async () => {
  ;({ screens: crawled, accepted } = await sharedCrawl())
})

describe('what a screen reader says', () => {
  test.each(Object.keys(speechRules) as (keyof typeof speechRules)[])(
    'follows the rule «%s» on every screen',
    (name) => {
      const faults = crawled
        .filter((screen) => !(name.startsWith('distinct') && isOfTooMuch(screen)))
        .flatMap((screen) =>
          speechRules[name](screen.utterances).map((fault) => `${screen.name}: ${fault}`),
        )
      expect(faults).toEqual([])
    },
  )

  test('begins with the title and has one level-1 heading on every screen', () => {
    for (const { name, utterances } of crawled) {
      expect(utterances[0]?.text, name).toMatch(/^страница: .+ — Апрель$/)
      expect(
        utterances.filter(({ text }) => text.startsWith('заголовок 1')),
        name,
      ).toHaveLength(1)
    }
  })
})

/** What is wrong with the way of the Tab key through a screen. */
function faultsOfTabs({ name, tabs }: CrawledScreen): string[] {
  if (!tabs) return []
  const { places, stops } = tabs
  const faults = stops.flatMap(({ place, tag, isOutlined }, at) => [
    ...(isOutlined ? [] : [`without an outline: ${tag}`]),
    ...(place === at ? [] : [`${at + 1} is the ${place + 1} in the document: ${tag}`]),
  ])
  if (stops.length !== places) faults.push(`${stops.length} stops of ${places}`)
  const first = stops[0]?.tag ?? ''
  if (!bare.includes(name) && !first.includes('href="#content"'))
    faults.push(`begins with ${first}`)
  return faults.map((fault) => `${name}: ${fault}`)
}

test('the Tab key follows the order of the document, with an outline, from the link to the content', () => {
  expect(crawled.filter(({ tabs }) => tabs).length).toBeGreaterThan(60)
  expect(crawled.flatMap(faultsOfTabs)).toEqual([])
})

test('every form that tests/support/forms.ts calls wrong is refused with its errors', () =>
  expect(accepted).toEqual([]))

/** Refused forms with several errors. */
const severalErrors = /^(?:registration|profile_incomplete|profile_edit|cards_add) refused$/

test('a refused form has the focus on its summary or its only wrong field, a survey on its question', () => {
  const refused = crawled.filter(({ name }) => name.endsWith('refused'))
  expect(refused.length).toBeGreaterThan(5)
  for (const { name, focused } of refused)
    expect(focused, name).toMatch(
      name.startsWith('survey')
        ? /^survey-answer\..+-title$/
        : severalErrors.test(name)
          ? /^error-summary$/
          : /^(?:login|code|review)-/,
    )
})

test('no word breaks without a hyphen at 320 px, no heading ends with a line of a short word', () => {
  const broken = crawled
    .filter((screen) => !isOfTooMuch(screen) && !screen.name.startsWith('find'))
    .map(({ name, badLines }) => [name, badLines])
  expect(broken.filter(([, lines]) => lines?.length)).toEqual([])
})
