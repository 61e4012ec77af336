// Measures what every screen sends and records it: tests/bench/figures.json, which tests/screens/bytes.test.ts holds.
import './help.mjs'

import { weighScreens } from '../tests/bench/bytes'
import { crawlScreens } from '../tests/support/crawl'
import { writeFigures } from '../tests/bench/figures'

writeFigures(weighScreens(await crawlScreens()))
