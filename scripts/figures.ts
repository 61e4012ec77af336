// Measures what every screen sends and records it: tests/bench/figures.json, which tests/screens/bytes.test.ts holds.
import { weighScreens } from '../tests/bench/bytes'
import { writeFigures } from '../tests/bench/figures'

writeFigures(await weighScreens())
