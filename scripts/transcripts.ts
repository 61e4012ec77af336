// Writes what a screen reader says on every screen to tests/heard: `npm run transcripts`. What is
// different then is read in review, as a text.
import './help.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fileOf, hearAll, TRANSCRIPTS, transcriptOf } from '../tests/support/hear'

const heard = await hearAll()
rmSync(TRANSCRIPTS, { recursive: true, force: true })
mkdirSync(TRANSCRIPTS, { recursive: true })
const kept = heard.filter(({ isTimed }) => !isTimed)
for (const screen of kept)
  writeFileSync(join(TRANSCRIPTS, fileOf(screen.name)), transcriptOf(screen))
console.log(`${kept.length} screens in ${TRANSCRIPTS}`)
