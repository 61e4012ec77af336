/** The forms of the currency's name that our texts need; the genitive plural is `many`. */
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

/** What pages and their scripts show of the brand; its colours and fonts are in the styles. */
export interface ShownBrand {
  currency: CurrencyForms
  /** The names of the four tabs. */
  tabs: Record<'today' | 'coupons' | 'qr' | 'profile', string>
  /** What the browser's own bars are painted with: the ground of each theme. */
  grounds: Record<'light' | 'dark', string>
  /** Extent of the logo that stands in place of mark and name, as in `viewBox`; null: there is none. */
  logo: string | null
  /** Address of the font that a page asks for before all else. */
  font: string
  /** Address of the file with all icons, each a symbol under its name. */
  icons: string
  /** Fonts, colours and radii of the pages that the worker makes; sent to the worker alone. */
  offlineStyles?: string
}

/** What stands before the worker's own text when it is served. */
export interface WorkerBrand {
  /** Changes with anything of the brand. */
  id: string
  /** Files of it that are stored on the phone. */
  files: string[]
  shown: ShownBrand
}

let shown: ShownBrand | undefined

/** Set once at the start: the server, the page's first script, the worker. */
export function showBrand(brand: ShownBrand): void {
  shown = brand
}

/**
 * The brand of this site. Asked for while something is shown, never while modules are loaded: then
 * it is not set yet.
 */
export function shownBrand(): ShownBrand {
  if (!shown) throw new Error('The brand is asked for before it is set')
  return shown
}

/** The name of a tab, and so the heading of its screen and the label of links to it. */
export const tabName = (tab: keyof ShownBrand['tabs']) => shownBrand().tabs[tab]
