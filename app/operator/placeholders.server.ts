/**
 * Fills `{{name}}`; an unknown name becomes empty and is passed to `onUnknown`.
 * `{{#name}}…{{/name}}` is left out when the value is empty, `{{^name}}…{{/name}}` when it is not.
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
