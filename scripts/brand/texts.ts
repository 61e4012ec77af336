import type { BrandData } from '../../app/brand/brand-schema.server'

const EXAMPLE = 'балл,балла,баллов,баллы,баллам,баллами,баллах'

/**
 * The forms of the currency's name from one option.
 * @throws Error that shows the format
 */
export function readCurrency(text: string, forms: readonly string[]): Record<string, string> {
  const parts = text.split(',').map((word) => word.trim())
  if (parts.length !== forms.length || parts.includes(''))
    throw new Error(
      `--currency needs ${forms.length} forms with commas between them (${forms.join(', ')}), not ${parts.filter(Boolean).length}: --currency '${EXAMPLE}'`,
    )
  return Object.fromEntries(forms.map((form, at) => [form, parts[at] ?? '']))
}

/** A message that lists names of the default brand in a new pack, with the file to change. */
export function leftovers(file: string, { storeTypes, tabs, legal }: BrandData): string {
  const quoted = (names: string[]) => names.map((name) => `«${name}»`).join(', ')
  return [
    `Still ours, to be made yours in ${file}:`,
    `  storeTypes  ${quoted(Object.values(storeTypes))}`,
    `  tabs        ${quoted(Object.values(tabs))}`,
    `  legal       ${quoted(Object.values(legal))}`,
    'Phone, e-mail and chat are settings: SUPPORT_PHONE, SUPPORT_EMAIL, SUPPORT_BOT_URL.',
  ].join('\n')
}
