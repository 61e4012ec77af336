/** The forms of the currency's name in our texts; `many` is the genitive plural. */
export interface CurrencyForms {
  /** 1 звезда */
  one: string
  /** 2 звезды */
  few: string
  /** 5 звёзд, «срок звёзд» */
  many: string
  /** «звёзды сгорят», «списать звёзды» */
  plural: string
  /** «к звёздам» */
  dative: string
  /** «платите звёздами» */
  instrumental: string
  /** «в звёздах» */
  prepositional: string
}

/** The brand's data for pages and scripts; styles have its colours and fonts. */
export interface ShownBrand {
  currency: CurrencyForms
  /** The names of the four tabs. */
  tabs: Record<'today' | 'coupons' | 'qr' | 'profile', string>
  /** The background of each theme, for the browser's toolbar. */
  grounds: Record<'light' | 'dark', string>
  /** The size of a logo that replaces mark and name, as in `viewBox`; null without one. */
  logo: string | null
  /** The font that a page preloads. */
  font: string
  /** The file of all icons, each a symbol with its name. */
  icons: string
  /** The site's name, for pages of the service worker as what follows; only the worker gets them. */
  name?: string
  /** Fonts, colours and radii. */
  offlineStyles?: string
}

/** The data that the server puts before the service worker's code. */
export interface WorkerBrand {
  /** Changes with any part of the brand. */
  id: string
  /** Files of the brand to cache on the phone. */
  files: string[]
  shown: ShownBrand
}

let shown: ShownBrand | undefined

/** Sets the brand once at the start of the server, the page's script or the worker. */
export function showBrand(brand: ShownBrand): void {
  shown = brand
}

/**
 * The brand of this site. Read it during rendering, because it is not set yet while modules load.
 */
export function shownBrand(): ShownBrand {
  if (!shown) throw new Error('The brand is asked for before it is set')
  return shown
}

/** The name of a tab, used as the heading of its screen and in links. */
export const tabName = (tab: keyof ShownBrand['tabs']) => shownBrand().tabs[tab]

/** Set by the build: our own brand, which pages need not contain. */
declare const OWN_BRAND: ShownBrand | undefined

const own = typeof OWN_BRAND === 'undefined' ? undefined : OWN_BRAND
const META = 'brand'

let memo: { of: ShownBrand; json: string | null } | undefined

/** The brand for the page's script as JSON; null for our own brand, which the script contains. */
export function pageBrandJson(): string | null {
  const brand = shownBrand()
  if (memo?.of !== brand) {
    const json = JSON.stringify(brand)
    memo = { of: brand, json: json === JSON.stringify(own) ? null : json }
  }
  return memo.json
}

/** Applies the brand that the server wrote into the page, before the script renders. */
export function showBrandOfPage(): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${META}]`)
  const brand = meta ? (JSON.parse(meta.content) as ShownBrand) : own
  if (brand) showBrand(brand)
}
