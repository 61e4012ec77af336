/**
 * Fills `{{name}}`; an unknown name becomes nothing and is passed to `onUnknown`. What stands between `{{#name}}` and
 * `{{/name}}` is left out where the value is empty, what stands between `{{^name}}` and `{{/name}}` where it is not.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  onUnknown: (name: string) => void,
): string {
  const sections = /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}\n?/g
  const chosen = text.replace(sections, (whole, sign: string, name: string, inside: string) => {
    const isSet = Object.hasOwn(values, name) && values[name] !== ''
    const isShown = isSet === (sign === '#')
    const end = whole.endsWith('\n') && !inside.startsWith('\n') ? '\n' : ''
    return (isShown ? inside : '') + end
  })
  return chosen.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) onUnknown(name)
    return value ?? ''
  })
}
