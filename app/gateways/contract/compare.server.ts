import { jsonTypeOf, type JsonType, type Need, type Wire, type WireField } from './wire.server'

/**
 * The loss that a shopper sees: the whole answer, entries of a list, a piece of them, or nothing.
 */
export type Loss = 'answer' | 'entries' | 'piece' | 'nothing'

/** One difference between answers and the declaration. Holds names and counts, never values. */
export interface Difference {
  /** `coupons.[].title`; empty for the answer itself. */
  path: string
  kind: 'missing' | 'renamed' | 'type' | 'unknown' | 'never'
  /** null: not declared. */
  need: Need | null
  /** The difference occurs in `count` of the `of` places with this path. */
  count: number
  of: number
  note: string
  loss: Loss
}

/** The part of an answer that is lost with a needed field. */
interface Scope {
  loss: Exclude<Loss, 'nothing'>
  /** For an entry: the part that is lost when every entry of the list is lost. */
  outer?: Scope
}

interface Place {
  need: Need
  scope: Scope
  expected: string
  of: number
  missing: number
  wrong: Map<string, number>
  json: JsonType[]
}

interface Noted {
  places: Map<string, Place>
  /** Undeclared names with the types of their values, by the path of their object. */
  unknown: Map<string, Map<string, { count: number; type: JsonType }>>
  objects: Map<string, number>
}

const MOST_PATHS = 500
const DEEPEST = 40

/**
 * Compares one answer with the schema of its declaration. @param json undefined for an empty body
 */
export function compare(wire: Wire, json: unknown): Difference[] {
  const noted: Noted = { places: new Map(), unknown: new Map(), objects: new Map() }
  note(noted, { wire, need: 'needed', isNullable: false }, json, '', { loss: 'answer' }, 0)
  return [...noted.places]
    .flatMap(([path, place]) => differencesAt(path, place, noted))
    .concat(unknownIn(noted))
}

function note(
  noted: Noted,
  { wire, need, isNullable }: Pick<WireField, 'wire' | 'need' | 'isNullable'>,
  json: unknown,
  path: string,
  scope: Scope,
  depth: number,
): void {
  if (depth > DEEPEST || noted.places.size > MOST_PATHS) return
  if (wire.kind === 'again')
    return note(noted, { wire: wire.of(), need, isNullable }, json, path, scope, depth)
  const place = placeAt(noted, path, { wire, need, scope })
  place.of += 1
  if (json === undefined && wire.kind !== 'any') {
    place.missing += 1
    return
  }
  if (json === null && (isNullable || need === 'used')) return
  const wrong = wrongness(wire, json)
  if (wrong) return void place.wrong.set(wrong, (place.wrong.get(wrong) ?? 0) + 1)
  const within = need === 'needed' ? scope : { loss: 'piece' as const }
  if (wire.kind === 'list')
    for (const entry of json as unknown[])
      note(
        noted,
        { wire: wire.of, need: 'needed', isNullable: false },
        entry,
        joined(path, '[]'),
        { loss: 'entries', outer: within },
        depth + 1,
      )
  if (wire.kind === 'object') noteFields(noted, wire.fields, json as object, path, within, depth)
}

function noteFields(
  noted: Noted,
  fields: WireField[],
  json: object,
  path: string,
  scope: Scope,
  depth: number,
): void {
  noted.objects.set(path, (noted.objects.get(path) ?? 0) + 1)
  const given = json as Record<string, unknown>
  for (const field of fields)
    note(
      noted,
      field,
      Object.hasOwn(given, field.name) ? given[field.name] : undefined,
      joined(path, field.name),
      scope,
      depth + 1,
    )
  const declared = new Set(fields.map(({ name }) => name))
  const others = noted.unknown.get(path) ?? new Map<string, { count: number; type: JsonType }>()
  noted.unknown.set(path, others)
  for (const [name, value] of Object.entries(given)) {
    if (declared.has(name) || others.size > MOST_PATHS) continue
    const shown = sayable(name)
    others.set(shown, { count: (others.get(shown)?.count ?? 0) + 1, type: jsonTypeOf(value) })
  }
}

function placeAt(
  { places }: Noted,
  path: string,
  { wire, need, scope }: { wire: Wire; need: Need; scope: Scope },
): Place {
  const declared = places.get(path)
  if (declared) return declared
  const made: Place = {
    need,
    scope,
    expected: describe(wire),
    of: 0,
    missing: 0,
    wrong: new Map(),
    json: wire.kind === 'value' ? wire.json : wire.kind === 'list' ? ['array'] : ['object'],
  }
  places.set(path, made)
  return made
}

/** The received type in place of the declared one, without the value; null when it fits. */
function wrongness(wire: Wire, json: unknown): string | null {
  const type = jsonTypeOf(json)
  if (wire.kind === 'any' || wire.kind === 'again') return null
  if (wire.kind === 'object') return type === 'object' ? null : type
  if (wire.kind === 'list') return type === 'array' ? null : type
  if (!wire.json.includes(type)) return type
  return wire.schema.safeParse(json).success ? null : `${type} of another form`
}

function describe(wire: Wire): string {
  if (wire.kind === 'value') return wire.note
  return wire.kind === 'list' ? 'list' : wire.kind === 'object' ? 'object' : 'anything'
}

function differencesAt(path: string, place: Place, noted: Noted): Difference[] {
  const { need, of, missing, expected, wrong } = place
  const found: Difference[] = []
  const lossOf = (count: number): Loss => {
    if (need !== 'needed') return 'piece'
    return lostWith(place.scope, count === of)
  }
  if (missing > 0 && (need !== 'used' || missing === of)) {
    const other = missing === of ? renamed(path, place, noted) : null
    const kind = other ? 'renamed' : need === 'used' ? 'never' : 'missing'
    found.push({
      path,
      kind,
      need,
      count: missing,
      of,
      note: other ? `perhaps it is \`${other}\` now` : `${expected} is missing`,
      loss: kind === 'never' ? 'nothing' : lossOf(missing),
    })
  }
  for (const [actual, count] of wrong)
    found.push({
      path,
      kind: 'type',
      need,
      count,
      of,
      note: `${expected} is declared, ${actual} was received`,
      loss: lossOf(count),
    })
  return found
}

/** The loss of a whole list goes to the part that contains it. */
function lostWith({ loss, outer }: Scope, isEverywhere: boolean): Loss {
  return isEverywhere && outer ? lostWith(outer, true) : loss
}

/**
 * An undeclared name that may replace a missing field: its values fit and its spelling is similar.
 */
function renamed(path: string, place: Place, { unknown }: Noted): string | null {
  const at = path.lastIndexOf('.')
  const name = path.slice(at + 1)
  const others = [...(unknown.get(at < 0 ? '' : path.slice(0, at)) ?? [])]
  const fitting = others.filter(([, { type }]) => place.json.includes(type))
  return fitting.find(([other]) => isLike(name, other))?.[0] ?? null
}

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

function isLike(name: string, other: string): boolean {
  const [one, two] = [plain(name), plain(other)]
  const shorter = Math.min(one.length, two.length)
  if (shorter >= 2 && (one.includes(two) || two.includes(one))) return true
  let same = 0
  while (same < shorter && one[same] === two[same]) same += 1
  return same >= 4
}

function unknownIn({ unknown, objects, places }: Noted): Difference[] {
  return [...unknown].flatMap(([path, names]) =>
    [...names].map(([name, { count, type }]): Difference => ({
      path: joined(path, name),
      kind: 'unknown',
      need: null,
      count,
      of: objects.get(path) ?? places.get(path)?.of ?? count,
      note: `${type}, not declared: it is ignored`,
      loss: 'nothing',
    })),
  )
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** Reports a name that looks like a programmer's; other keys could be a person's data. */
function sayable(name: string): string {
  return /^[A-Za-z_][\w-]{0,60}$/.test(name) && !/\d{4}/.test(name) ? name : '(no name)'
}
