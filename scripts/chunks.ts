/**
 * What the browser's script is cut into. A request costs more than the few bytes of a file that a
 * screen does without, so a screen takes its parts in a few files, by subject: what every screen
 * shares, what is its own, and one to four of these. The styles of a part go with it, into the
 * page, so a file holds what is mostly shown together.
 */
const parts: readonly (readonly [chunk: string, modules: string])[] = [
  // The main screen's tiles, of which coupons, offers and goods show most.
  [
    'tiles',
    'ui/(?:picture|price|ticket|ticket-list)|coupons/coupon-tile|offers/(?:actions|offer-tile|promotion-tile)|deadlines/(?:deadlines-block|deadlines-line|deadline-lines)|catalogue/(?:store-line|search-form)',
  ],
  [
    'card',
    'card/(?:drawn-code|code-notice|loyalty-card|use-card-code|use-card-record|card-record)',
  ],
  // What the script adds once the page stands still.
  [
    'idle',
    'shell/idle|card/(?:keep-card|fresh-code|code-answer|code-refresher)|offline/(?:register-worker|worker-messages)|platform/error-reporter|framework/(?:focus-keeper|prefetch)|push/app-badge|session/browser-zone',
  ],
  [
    'push',
    'push/(?:push|push-browser|push-key|push-subscription|enrol-device)|install/keeping|session/cookie-catalogue',
  ],
  [
    'rows',
    'ui/(?:last-stars|list-row)|lib/(?:dates|remembered|wall-clock|placeless-zone)|session/last-balance',
  ],
  ['lists', 'ui/(?:chips|pager)'],
  ['controls', 'ui/(?:field|checkbox|auto-submit)'],
  ['fields', 'ui/text-field|forms/(?:error-summary|form-errors)|lib/(?:separators|default-notice)'],
  // With conform, for screens with fields alone.
  ['forms', 'forms/(?:use-validated-form|refusal)'],
  ['goods', 'catalogue/goods/(?:adult-gate|good-tile)'],
  ['goods-search', 'catalogue/goods/(?:goods-filters|goods-list|no-goods|use-goods-list)'],
]
const named = parts.map(([chunk, modules]) => ({
  chunk,
  modules: new RegExp(`/app/(?:${modules})\\.(?:tsx?|module\\.css)$`),
}))

const framework =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[\w-]+|turbo-stream)\/|commonjsHelpers/
const conform = /\/node_modules\/@conform-to\//
/** What every screen that has a script begins with; what it imports is shared, too. */
const frame =
  /\/app\/(?:entry\.client|shell\/shell|welcome\/consent|install\/use-install|coupons\/coupon-toggle|ui\/(?:icon-button|stars))\.tsx?$/
/** Parts without a subject are shared once so many modules import them. */
const small = /\/app\/(?:ui|lib|framework|platform|analytics)\/[\w-]+\.tsx?$/
const MANY_IMPORTERS = 9

interface Graph {
  getModuleIds(): IterableIterator<string>
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly importedIds: readonly string[] } | null
}

/**
 * @returns Rollup's `manualChunks`: the file of a module, undefined to leave it to the bundler.
 * Give it `onlyExplicitManualChunks`, or files import each other in a circle.
 */
export function createChunkOf(): (id: string, graph: Graph) => string | undefined {
  let shared: Set<string> | undefined
  return (id, graph) => {
    if (framework.test(id)) return 'framework'
    shared ??= listShared(graph)
    if (shared.has(id)) return 'shared'
    if (conform.test(id)) return 'forms'
    return named.find(({ modules }) => modules.test(id))?.chunk
  }
}

/** What is shared and all that it imports. */
function listShared({ getModuleIds, getModuleInfo }: Graph): Set<string> {
  const isShared = (id: string) =>
    frame.test(id) ||
    id.includes('vite/preload-helper') ||
    (small.test(id) && (getModuleInfo(id)?.importers.length ?? 0) >= MANY_IMPORTERS)
  const shared = new Set([...getModuleIds()].filter(isShared))
  for (const id of shared)
    for (const imported of getModuleInfo(id)?.importedIds ?? [])
      if (!framework.test(imported)) shared.add(imported)
  return shared
}
