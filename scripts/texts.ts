// Writes every text of every screen to one file for proofreading: `npm run texts`. Folded parts are opened,
// forms are refused once, and every screen is included without its data as well. A line is listed at its
// first screen.
import './help.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { crawlScreens } from '../tests/support/crawl'

const FOLDER = 'build'
/** Longer texts are cut. */
const LONGEST = 400

const { screens: heard } = await crawlScreens({ failing: 'all', isUnfolded: true })
const seen = new Set<string>()
const lines: string[] = ['# Тексты по экранам', '']
let count = 0
for (const { name, utterances } of heard) {
  const title = utterances[0]?.name ?? ''
  const fresh = utterances.slice(1).filter(({ text }) => {
    // Values of the shop, the shopper and the day differ while the text is the same.
    const normalized = text.replace(/\d[\d\s.,:]*/g, '0 ').toLocaleLowerCase('ru')
    return !/[^\d\s]{2}/.test(text) || seen.has(normalized) ? false : seen.add(normalized)
  })
  lines.push(`## ${title}`, '', `*${name}*`, '')
  if (fresh.length === 0) lines.push('Новых слов нет.')
  for (const { text } of fresh) {
    count += 1
    lines.push(`- ${text.slice(0, LONGEST)}`)
  }
  lines.push('')
}
mkdirSync(FOLDER, { recursive: true })
const file = join(FOLDER, 'texts.md')
writeFileSync(file, lines.join('\n'))
console.log(`${heard.length} screens, ${count} texts. Open ${file}`)
