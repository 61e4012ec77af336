import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'

import { resize } from '../support/adaptations'
import { hearAll, type Heard } from '../support/hear'
import { badLines } from '../support/lines'
import type { ScreenName } from '../support/screens'
import { speechRules } from '../support/speech-rules'
import { tabThrough } from '../support/stops'

/** Nothing stands before their content, or only what asks about cookies. */
const bare = ['till', 'card_print', 'first visit'] satisfies (ScreenName | 'first visit')[]

/** All that this shopper has is called alike, by names longer than a line. */
const isOfTooMuch = (name: string) => name.includes('too much') || name.includes('very much')

/**
 * What is wrong with a page's lines and stays so: Chromium that was made narrower reported now and then (once in a
 * hundred and fifty pages) of lines that a moment later were none, at the same size and with the same font.
 */
async function linesThatStay(page: Page): Promise<string[]> {
  const first = await page.evaluate(badLines)
  if (first.length === 0) return first
  await page.waitForTimeout(500)
  return page.evaluate(badLines)
}

let heard: Heard[]
/** What is wrong with a way through a screen by the Tab key, by the screen's name. */
const lost = new Map<string, string[]>()
/** Text broken without a hyphen and headings with a widow, at 320 px. */
const broken = new Map<string, string[]>()
/** What has the focus where a form was refused. */
const focused = new Map<string, string>()
beforeAll(async () => {
  heard = await hearAll({
    async onScreen(page, name) {
      if (name.endsWith('refused'))
        return void focused.set(
          name,
          await page.evaluate(() => document.activeElement?.id || String(document.activeElement)),
        )
      await resize(page, 320, 844)
      // The lines are those of the site's own letters, which come after the page. What stands in for them until
      // then is a font of the machine's own, which it need not have.
      await page.evaluate(async () => {
        const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
        await Promise.all(own.map((font) => font.load()))
        await document.fonts.ready
      })
      const lines = await linesThatStay(page)
      if (lines.length > 0 && !isOfTooMuch(name) && !name.startsWith('find'))
        broken.set(name, lines)
      await resize(page, 390, 844)
      const { places, stops } = await tabThrough(page)
      const faults = stops.flatMap(({ place, tag, isOutlined }, at) => [
        ...(isOutlined ? [] : [`without an outline: ${tag}`]),
        ...(place === at ? [] : [`${at + 1} is the ${place + 1} in the document: ${tag}`]),
      ])
      if (stops.length !== places) faults.push(`${stops.length} stops of ${places}`)
      const first = stops[0]?.tag ?? ''
      if (!bare.some((each) => each === name) && !first.includes('href="#content"'))
        faults.push(`begins with ${first}`)
      if (faults.length > 0) lost.set(name, faults)
    },
  })
}, 900_000)

describe('what a screen reader says', () => {
  test.each(Object.keys(speechRules) as (keyof typeof speechRules)[])('keeps «%s»', (name) => {
    const faults = heard
      .filter((screen) => !(name.startsWith('distinct') && isOfTooMuch(screen.name)))
      .flatMap((screen) =>
        speechRules[name](screen.utterances).map((fault) => `${screen.name}: ${fault}`),
      )
    expect(faults).toEqual([])
  })

  test('is heard of every screen: a title, one first heading, a way past the menu', () => {
    for (const { name, utterances } of heard) {
      expect(utterances[0]?.text, name).toMatch(/^страница: .+ — Апрель$/)
      expect(
        utterances.filter(({ text }) => text.startsWith('заголовок 1')),
        name,
      ).toHaveLength(1)
    }
  })
})

test('the Tab key goes through every screen in its order, seen at each stop, past the menu first', () => {
  expect(Object.fromEntries(lost)).toEqual({})
})

test('a refused form has the focus on what is wrong with it', () => {
  expect(focused.size).toBeGreaterThan(5)
  for (const [name, id] of focused) {
    const isQuestion = name.startsWith('survey')
    expect(id, name).toMatch(isQuestion ? /^survey-answer\..+-title$/ : /^error-summary$/)
  }
})

test('no word breaks without a hyphen at 320 px, no heading leaves a short word alone', () => {
  expect(Object.fromEntries(broken)).toEqual({})
})
