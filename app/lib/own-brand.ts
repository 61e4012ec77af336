import { showBrand, shownBrand, type ShownBrand } from './shown-brand'

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
