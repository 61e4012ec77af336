// Writes what a screen reader says on every screen, for a person to read: `npm run transcripts`.
// `tests/screens/speech.test.ts` tests the rules of speech.
import './help.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { crawlScreens, transcriptOf } from '../tests/support/crawl'

const folder = 'test-results/transcripts'
const { screens: heard } = await crawlScreens()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const screen of heard)
  writeFileSync(join(folder, `${screen.name.replaceAll(' ', '-')}.txt`), transcriptOf(screen))
console.log(`${heard.length} screens in ${folder}`)
