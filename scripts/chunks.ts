import type { Rollup } from 'vite'

/**
 * How the browser's script is split into files. A request costs more than a few unused bytes, so a screen
 * loads few files. They are the shared ones, its own, and one to four of the parts below. The styles of a
 * part go into the page with it, so a file holds parts that are shown together.
 */
const parts: readonly (readonly [chunk: string, modules: string])[] = [
  // Tiles of the main screen, used by coupons, offers and goods.
  [
    'tiles',
    'ui/(?:picture|price|ticket)|coupons/coupon-tile|offers/(?:actions|offer-tile)|catalogue/(?:store-line|search-form)',
  ],
  [
    'card',
    'card/(?:drawn-code|code-notice|loyalty-card|use-card-code|use-card-record|card-record|fit-codes)|deadlines/deadline-hint|lib/shorten',
  ],
  // Parts that load after the page is idle.
  [
    'idle',
    'shell/idle|card/(?:keep-card|fresh-code|code-refresher)|offline/(?:register-worker)|lib/jitter|platform/error-reporter|framework/(?:focus-keeper|prefetch)|push/app-badge|session/browser-zone',
  ],
  ['push', 'push/(?:push|push-browser|push-subscription)|install/keeping|session/cookie-catalogue'],
  [
    'rows',
    'ui/(?:last-points|list-row)|lib/(?:dates|remembered|wall-clock|time-zones)|session/last-balance',
  ],
  ['lists', 'ui/(?:chips|pager)'],
  ['controls', 'ui/(?:field|checkbox|auto-submit)'],
  ['fields', 'ui/text-field|forms/(?:error-summary|form-errors)'],
  // Includes conform, for screens with fields only.
  ['forms', 'forms/use-validated-form'],
  ['products', 'catalogue/products/(?:adult-gate|product-tile)'],
  [
    'product-search',
    'catalogue/products/(?:product-filters|product-list|no-products|use-product-list)',
  ],
]
const named = parts.map(([chunk, modules]) => ({
  chunk,
  modules: new RegExp(`/app/(?:${modules})\\.(?:tsx?|module\\.css)$`),
}))

const framework =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[\w-]+|turbo-stream)\/|commonjsHelpers/
const conform = /\/node_modules\/@conform-to\//
/** Modules that every screen with a script loads; they and their imports form the shared chunk. */
const frame =
  /\/app\/(?:entry\.client|shell\/shell|welcome\/consent|install\/install-prompt|domain\/worker-messages|framework\/navigation-focus|coupons\/coupon-toggle|ui\/(?:icon-button|points|failed))\.tsx?$/
/**
 * Modules of these folders are shared when at least `MANY_IMPORTERS` modules import them, even those of a
 * part above.
 */
const small = /\/app\/(?:ui|lib|domain|framework|platform|analytics)\/[\w-]+\.tsx?$/
const MANY_IMPORTERS = 9

/**
 * @returns Rollup's `manualChunks`: the file of a module, or undefined for the bundler's choice. Needs
 * `onlyExplicitManualChunks`, otherwise files import each other in a circle
 */
export function createChunkNames(): Rollup.GetManualChunk {
  let shared: Set<string> | undefined
  return (id, graph) => {
    if (framework.test(id)) return 'framework'
    shared ??= listShared(graph)
    if (shared.has(id)) return 'shared'
    if (conform.test(id)) return 'forms'
    return named.find(({ modules }) => modules.test(id))?.chunk
  }
}

/** Shared modules with all their imports. */
function listShared({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
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
