import fc from 'fast-check'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Path = (string | number)[]

const deep = (depth: number): Json => {
  let value: Json = 'дно'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { children: value }
  return value
}

/** Changes of one value by name; undefined removes the value. */
const changes: Record<string, (value: Json) => Json | undefined> = {
  drop: () => undefined,
  null: () => null,
  'to number': () => 12345,
  'to text': () => 'не то',
  'to empty text': () => '',
  'to truth': () => true,
  'to empty list': () => [],
  'to empty object': () => ({}),
  'to list of itself': (value) => [value, value],
  'to deep nesting': () => deep(3000),
  'to a million letters': () => 'я'.repeat(1_000_000 / 2),
  'to huge': () => 1e15,
  'to beyond safe': () => 9e300,
  'to negative': () => -7,
  'to fraction': () => 0.30000000000000004,
  'to zero': () => 0,
  'to an unknown name': () => 'TYPE_OF_TOMORROW',
  'to markup': () => '<img src=x onerror=alert(1)></script>\u2028',
  'to a strange address': () => 'javascript:alert(1)//',
  'to controls': () => 'a\u0000b\u001b[31m\ud800',
  'to a strange day': () => '9999-12-31T23:59:60.999999999+23:59',
  'to an early day': () => '0000-01-01T00:00:00Z',
  repeated: (value) =>
    Array.isArray(value)
      ? Array.from({ length: 300 }, () => value)
          .flat()
          .slice(0, 3000)
      : value,
  reversed: (value) => (Array.isArray(value) ? [...value].reverse() : value),
  'with a field renamed': (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const [[key, first], ...rest] = Object.entries(value).length
      ? (Object.entries(value) as [[string, Json], ...[string, Json][]])
      : [['empty', null] as [string, Json]]
    return Object.fromEntries([[`${key}New`, first], ...rest])
  },
  'with strange keys': (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, constructor: 'x', toString: 'y', then: 'z', extra: deep(5) }
      : value,
}

const kinds = Object.keys(changes)

/** Changes of a response: the position as a share of all its values, and the name of the change. */
export type Mutation = { at: number; kind: string }[]

/** One to three changes of an answer. */
export const mutation: fc.Arbitrary<Mutation> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.999999, noNaN: true }),
    kind: fc.constantFrom(...kinds),
  }),
  { minLength: 1, maxLength: 3 },
)

/** The answer with the changes made. */
export function mutate(response: unknown, list: Mutation): unknown {
  return list.reduce<Json | undefined>((json, { at, kind }) => {
    if (json === undefined) return json
    const paths = getPlaces(json)
    return changed(json, paths[Math.floor(at * paths.length)] ?? [], changes[kind]!)
  }, response as Json)
}

/** The path of every value; of a list only the first two entries, so that all fields are equally likely. */
function getPlaces(json: Json, path: Path = []): Path[] {
  if (typeof json !== 'object' || json === null || path.length > 12) return [path]
  const entries: [string | number, Json][] = Array.isArray(json)
    ? json.slice(0, 2).map((value, index) => [index, value])
    : Object.entries(json)
  return [path, ...entries.flatMap(([key, value]) => getPlaces(value, [...path, key]))]
}

function changed(
  json: Json,
  [key, ...rest]: Path,
  change: (value: Json) => Json | undefined,
): Json | undefined {
  if (key === undefined) return change(json)
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) {
    // Changes every entry of a list, because an unchanged entry would hide the effect.
    return json.flatMap((value) => {
      const other = changed(value, rest, change)
      return other === undefined ? [] : [other]
    })
  }
  const inner = json[key]
  if (inner === undefined) return json
  const other = changed(inner, rest, change)
  const { [key]: _, ...others } = json
  return other === undefined ? others : { ...others, [key]: other }
}

/** Changes of one field of a response; `grow` adds a field to every object instead. */
export type FieldChange = 'drop' | 'rename' | 'retype' | 'null' | 'to an unknown name' | 'grow'

/** Every field of an answer by its path, with `[]` for the entries of a list: `coupons.[].title`. */
export function getFields(json: Json): string[] {
  const found = new Set<string>()
  const walk = (value: Json, path: string) => {
    if (path) found.add(path)
    const inner = (key: string) => (path ? `${path}.${key}` : key)
    if (Array.isArray(value)) for (const entry of value) walk(entry, inner('[]'))
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) walk(each, inner(key))
  }
  walk(json, '')
  return [...found]
}

/** The response with shorter lists: their first three entries, and later ones that have further fields. */
export function trimmed(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json
  if (!Array.isArray(json))
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, trimmed(value)]))
  const existing = new Set<string>()
  return json.map(trimmed).filter((entry, index) => {
    const fields = getFields(entry).filter((field) => !existing.has(field))
    for (const field of fields) existing.add(field)
    return index < 3 || fields.length > 0
  })
}

/** The response with one field changed; in a list only the first entry with this field. */
export function changedAt(json: Json, field: string, change: FieldChange): Json {
  if (change === 'grow') return grown(json)
  const path = field.split('.')
  const changed = changeFirst(json, path, change)
  return changed === undefined ? json : changed
}

/** Returns undefined when the value has no such field. */
function changeFirst(
  json: Json,
  [key = '', ...rest]: string[],
  change: FieldChange,
): Json | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  if (key === '[]') {
    if (!Array.isArray(json)) return undefined
    for (const [index, entry] of json.entries()) {
      const other = rest.length > 0 ? changeFirst(entry, rest, change) : changedValue(entry, change)
      if (other !== undefined) return json.with(index, other)
      if (rest.length === 0) return json.toSpliced(index, 1)
    }
    return undefined
  }
  if (Array.isArray(json) || !Object.hasOwn(json, key)) return undefined
  const { [key]: value = null, ...others } = json
  if (rest.length > 0) {
    const other = changeFirst(value, rest, change)
    return other === undefined ? undefined : { ...others, [key]: other }
  }
  if (change === 'rename') return { ...others, [`${key}Renamed`]: value }
  const other = changedValue(value, change)
  return other === undefined ? others : { ...others, [key]: other }
}

/** Returns undefined when the field is removed. */
function changedValue(value: Json, change: FieldChange): Json | undefined {
  if (change === 'null') return null
  if (change === 'to an unknown name') return typeof value === 'string' ? 'TYPE_OF_TOMORROW' : value
  if (change !== 'retype') return undefined
  if (value === null) return true
  return typeof value === 'string' ? 12345 : `не ${typeof value}`
}

function grown(json: Json): Json {
  if (Array.isArray(json)) return json.map(grown)
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([key, value]) => [key, grown(value)])
  return { ...Object.fromEntries(entries), addedTomorrow: { 12345: [] } }
}
