// Records what every screen sends in tests/bench/figures.json, the limits of tests/screens/bytes.test.ts.
import './help.mjs'

import { weighScreens } from '../tests/bench/bytes'
import { crawlScreens } from '../tests/support/crawl'
import { writeFigures } from '../tests/bench/figures'

writeFigures(weighScreens(await crawlScreens()))
