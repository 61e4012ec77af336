/** Joins the class names that apply; leaves out the attribute if none does. */
export function classes(...names: Array<string | false | null | undefined>): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
