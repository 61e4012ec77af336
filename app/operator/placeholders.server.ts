/** Fills `{{name}}`; an unknown name becomes nothing and is told to `onUnknown`. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  onUnknown: (name: string) => void,
): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) onUnknown(name)
    return value ?? ''
  })
}
