import { idInAddress, isIdOf } from './ids'

const LETTERS: Record<string, string> = Object.fromEntries(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:j к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f ' +
    'х:h ц:c ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

const MAX_SLUG_LENGTH = 80
/** The first group may consist of digits only. */
const uuidLike = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const seoCodeForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Converts a Russian name to Latin letters for an address: «Молоко 2,5%» → `moloko-2-5`. */
export function getSlug(name: string): string {
  return Array.from(name.toLowerCase(), (letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
}

interface Named {
  id: string | number
  name: string
  seoCode?: string | undefined
}

/**
 * The last part of an address: `{id}-{slug}`, or the id alone without a slug. An id with other
 * characters than digits may contain dashes, so it becomes `{id}~{slug}`.
 */
export function addressPart({ id, name, seoCode }: Named): string {
  const isUsable = seoCode !== undefined && seoCode.length <= MAX_SLUG_LENGTH
  const slug = isUsable && seoCodeForm.test(seoCode) ? seoCode : getSlug(name)
  if (!/^\d{1,18}$/.test(String(id))) return `${idInAddress(String(id))}~${slug}`
  return slug ? `${id}-${slug}` : String(id)
}

/** The numeric id in `{id}-{slug}` or `{id}`, with leading zeros; null when there is none. */
export function idIn(part: string | undefined): string | null {
  return /^(\d{1,18})(?:-.*)?$/s.exec(part ?? '')?.[1] ?? null
}

/**
 * A product's id in a decoded part of an address, with or without a slug; null when there is none.
 */
export function productIdIn(part = ''): string | null {
  const slugAt = part.lastIndexOf('~')
  const bare = uuidLike.test(part) ? part : (idIn(part) ?? part)
  const id = slugAt < 0 ? bare : part.slice(0, slugAt)
  return isIdOf('product', id) ? id : null
}
