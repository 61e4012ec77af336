/**
 * Caches the results of a pure function by its argument. At the limit it clears everything, which
 * is cheaper than tracking the least recent use.
 * @param most the limit of cached results
 */
export function remembered<Key extends string | number, Value extends NonNullable<unknown>>(
  most: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const results = new Map<Key, Value>()
  return (key) => {
    const value = results.get(key)
    if (value !== undefined) return value
    const made = make(key)
    if (results.size >= most) results.clear()
    results.set(key, made)
    return made
  }
}
