/**
 * A function that remembers what it made for its last arguments: for pure functions with results that
 * are asked for again and again, such as the day of an instant as text. All is forgotten when
 * there are too many, which costs less than to know which one was asked for longest ago.
 * @param most so many results are held at once
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
