import { z } from 'zod'

const MAX_NAME_LENGTH = 40
/** Launchers cut longer names. */
const MAX_SHORT_NAME_LENGTH = 12

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(most, { error: `must be at most ${most} characters` })
    .regex(/^[^<>&"\p{Cc}]*$/u, { error: 'must be plain text without < > & "' })

const word = z.string().regex(/^\p{Ll}[\p{Ll}\u2011 -]{0,29}$/u, {
  error: 'must be a word in small letters, at most 30',
})

const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/, { error: 'must be a colour such as #0e5a3a, in small letters' })

const fileName = z
  .string()
  .regex(/^[\w-]{1,60}\.woff2$/, { error: 'must name a .woff2 file of fonts/' })

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?%$/, { error: 'must be a share such as 102.4%' })

const rem = z.number().min(0).max(3)

const createObjectSchema = <Name extends string, Shape extends z.ZodType>(
  names: readonly Name[],
  shape: Shape,
) => z.strictObject(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>)

/** Colours of a theme, `--color-…` in the styles; docs/design.md explains each. */
const colourNames = [
  ...(['bg', 'surface', 'sunken', 'ink', 'ink-muted', 'line', 'line-strong'] as const),
  ...(['primary', 'primary-hover', 'on-primary'] as const),
  ...(['primary-soft', 'primary-soft-hover', 'on-primary-soft'] as const),
  ...(['accent', 'accent-hover', 'on-accent'] as const),
  ...(['plate', 'plate-deep', 'on-plate', 'on-plate-muted'] as const),
  ...(['danger', 'danger-hover', 'on-danger', 'danger-soft'] as const),
  ...(['success', 'success-soft', 'warning', 'warning-soft', 'info', 'info-soft'] as const),
  ...(['star', 'star-on-plate', 'focus'] as const),
] as const

/** Colours of the light theme that change for visitors who prefer more contrast. */
const sharperNames = ['primary', 'on-primary-soft', 'danger', 'success', 'warning', 'info'] as const

export const storeTypeNames = [
  ...(['STORE_TYPE_V1', 'STORE_TYPE_MM', 'STORE_TYPE_GM', 'STORE_TYPE_ME'] as const),
  ...(['STORE_TYPE_MT', 'STORE_TYPE_MO', 'STORE_TYPE_DG', 'STORE_TYPE_MA'] as const),
  ...(['STORE_TYPE_MC', 'STORE_TYPE_MARKET', 'STORE_TYPE_DARKSTORE'] as const),
  'STORE_TYPE_DISTR_PHARMACY',
] as const

/** `brand.json` of a brand pack (docs/brand.md). Unknown keys are errors. */
export const brandSchema = z.strictObject({
  name: line(MAX_NAME_LENGTH),
  shortName: line(MAX_SHORT_NAME_LENGTH),
  /** Both may contain `{{brand}}`. */
  legal: z.strictObject({ full: line(200), short: line(100) }),
  currency: createObjectSchema(
    ['one', 'few', 'many', 'plural', 'dative', 'instrumental', 'prepositional'],
    word,
  ),
  tabs: createObjectSchema(['today', 'coupons', 'qr', 'profile'], line(12)),
  storeTypes: createObjectSchema(storeTypeNames, line(24)),
  /** Shortcuts of the list of stores. */
  cities: z.array(line(40)).max(20, { error: 'must name at most 20 cities' }).default([]),
  font: z.strictObject({
    family: z.string().regex(/^[A-Za-z][\w ]{0,39}$/, { error: 'must be a name in Latin letters' }),
    /** One weight, or the range of a variable font: `200 800`. */
    weight: z.string().regex(/^[1-9]00( [1-9]00)?$/, { error: 'must be as in 400 or 200 800' }),
    /** Pages preload the first file. */
    files: z
      .array(
        z.strictObject({
          file: fileName,
          /** `unicode-range`; absent: all letters. */
          letters: z
            .string()
            .max(1000)
            .regex(/^U\+[\dA-F?]{1,6}(-[\dA-F]{1,6})?(, ?U\+[\dA-F?]{1,6}(-[\dA-F]{1,6})?)*$/, {
              error: 'must be a unicode-range such as U+0020-007E, U+0410-044F',
            })
            .optional(),
        }),
      )
      .min(1, { error: 'must name a file' })
      .max(8, { error: 'must name at most 8 files' }),
    /**
     * Metrics that adapt a system font until this font loads, so that the layout does not shift.
     */
    measure: z
      .strictObject({
        'size-adjust': percent,
        'ascent-override': percent,
        'descent-override': percent,
        'line-gap-override': percent,
      })
      .optional(),
  }),
  /** Radii of corners in rem. */
  radius: createObjectSchema(['s', 'm', 'l', 'xl'], rem),
  colours: z.strictObject({
    light: createObjectSchema(colourNames, colour),
    dark: createObjectSchema(colourNames, colour),
    more: createObjectSchema(sharperNames, colour),
  }),
})

export type BrandData = z.output<typeof brandSchema>
type ColourName = (typeof colourNames)[number]
export type Colours = Record<ColourName, string>

/** The errors of a `brand.json` by path, as text. */
export function getErrors(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.')
    const at = path ? `${path}: ` : ''
    if (issue.code === 'unrecognized_keys') return `${at}knows no ${issue.keys.join(', ')}`
    if (
      issue.code === 'invalid_type' &&
      issue.input === undefined &&
      /undefined/.test(issue.message)
    )
      return `${at}is required`
    return at + issue.message
  })
}
