// The browsers of package.json as targets of the build's tools: the lowest version of each engine.
import browserslist from 'browserslist'

/** Names of browserslist and esbuild; other browsers share an engine with one of these. */
const NAMES = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'ios',
  safari: 'safari',
}

/** @returns {string[]} as in `chrome92` */
export function browserTargets() {
  /** @type {Map<string, number>} */
  const lowest = new Map()
  for (const each of browserslist()) {
    const [name = '', versions = ''] = each.split(' ')
    const engine = NAMES[/** @type {keyof typeof NAMES} */ (name)]
    const version = Number.parseFloat(versions)
    if (engine) lowest.set(engine, Math.min(version, lowest.get(engine) ?? Infinity))
  }
  return [...lowest].map(([engine, version]) => `${engine}${version}`).sort()
}
