import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { addresses, exampleAddress, exampleParams } from '../tests/support/examples'
import {
  changedAt,
  getFields,
  trimmed,
  type FieldChange,
  type Json,
} from '../tests/support/changed-responses'
import { reads } from '../tests/support/reads'
import { testContext, type Handler } from '../tests/support/test-context'
import { allEndpoints } from './gateways/gateways.server'
import { getIssues, parseNotingLosses } from './gateways/schemas/common.server'
import { log } from './platform/log.server'

const modules = import.meta.glob<{ loader: Handler }>('./*/**/*.screen.tsx')

/** Every answer that a screen reads, with the fields that it needs. */
const looks = Object.entries(reads).flatMap(([endpoint, read]) =>
  read ? [{ endpoint, ...read }] : [],
)
type Look = (typeof looks)[number]

const { sandbox, regularShopper: shopper, forget } = testContext()
const changes: FieldChange[] = ['drop', 'rename', 'retype', 'null', 'to an unknown name']
const getTerms = (text = '') => new Set(text.split(' '))

function pick(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, data)
}

/** The lengths of all lists along the path of a field, over all branches. */
function lengthsOn(field: string, response: unknown): number[] {
  const lengths: number[] = []
  let values = [response]
  for (const key of field.split('.')) {
    if (key !== '[]')
      values = values.map((value) => (value as Record<string, unknown> | null)?.[key])
    else {
      values = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
      lengths.push(values.length)
    }
  }
  return lengths
}

async function prepare({ endpoint, at, query }: Look) {
  const { file, path } = addresses.find(({ id }) => id === at)!
  const { loader } = await modules[`./${file}`]!()
  const { load, user, jar } = await shopper()
  jar.set('__Host-v1_uuid', crypto.randomUUID())
  let change = (response: Json): Json | undefined => response
  let valid: Json | undefined
  const params = exampleParams(path, user)
  const address = new URL(exampleAddress(at, user), 'http://site')
  if (query) address.search = query
  const look = async () => {
    // Clears the caches, so that no stored answer replaces the changed one.
    forget()
    jar.delete('__Host-v1_variants')
    sandbox.faults.clear()
    sandbox.faults.add({
      endpoint,
      mode: 'changed',
      change: (response) => {
        const few = trimmed(response as Json)
        valid ??= few
        return change(few)
      },
    })
    const loaded = await load(loader, address.pathname + address.search, params)
    return loaded.status === 301 ? load(loader, loaded.location!, params) : loaded
  }
  const { status, data } = await look()
  expect(status).toBe(200)
  expect(valid, 'the screen asks for it').toBeDefined()
  return {
    valid: valid!,
    whole: data,
    lookWith(other: typeof change) {
      change = other
      return look()
    },
  }
}

/** A busy machine must not lose an answer with a short deadline. */
const hurried = allEndpoints.filter(({ deadlineMs = Infinity }) => deadlineMs < 1000)
const deadlines = hurried.map(({ deadlineMs }) => deadlineMs)
beforeAll(() => hurried.forEach((declared) => Object.assign(declared, { deadlineMs: 10_000 })))
afterAll(() =>
  hurried.forEach((declared, at) => Object.assign(declared, { deadlineMs: deadlines[at] })),
)

test.each(looks.map((look) => [look.endpoint, look.at, look] as const))(
  '%s on %s: an invalid required field costs only its entry or block, an invalid optional field nothing',
  async (endpoint, _, look) => {
    const { valid, whole, lookWith } = await prepare(look)
    const shape = allEndpoints.find(({ name }) => name === endpoint)!.response
    const [needed, strict, all] = [
      getTerms(look.needed),
      getTerms(look.strict),
      getTerms(look.whole),
    ]
    const read = parseNotingLosses(shape, valid)
    expect(read.losses).toEqual([])
    const fields = getFields(valid)
    const wrong: string[] = []
    for (const field of fields)
      for (const change of changes) {
        const changed = changedAt(valid, field, change)
        const { result, losses } = parseNotingLosses(shape, changed)
        const reported = result.success ? losses : getIssues(result.error)
        const says = (what: string) => wrong.push(`${field} ${change}: ${what}`)
        const [before, after] = [read, { result }].map(({ result: { data } }) =>
          lengthsOn(field, data).join(),
        )
        const isAbsent = change === 'drop' || change === 'rename' || change === 'null'
        const isNeeded = needed.has(field) || (strict.has(field) && !isAbsent)
        const isEntry = field.endsWith('[]')
        if (all.has(field)) {
          if (change !== 'to an unknown name' && !isEntry && result.success) says('is not needed')
        } else if (!isNeeded && (!result.success || before !== after))
          says(`costs ${result.success ? 'an entry' : 'the answer'}`)
        else if (!result.success && field.includes('[]')) says('costs the answer')
        // Any string is a valid text, and an empty list is a valid list.
        else if (isNeeded && change === 'retype' && result.success && before === after)
          says('is not needed')
        // An unreadable value must be reported with its path, never with its content.
        if (change === 'retype' && !reported.some((line) => line.startsWith(field)))
          says('is not reported')
        if (JSON.stringify(reported).includes('12345')) says('is reported with its value')
      }
    expect(wrong).toEqual([])

    const grown = parseNotingLosses(shape, changedAt(valid, '', 'grow'))
    expect(grown.result.data).toEqual(read.result.data)
    expect(grown.losses).toEqual([])

    const warn = vi.spyOn(log, 'warn')
    const error = vi.spyOn(log, 'error')
    for (const field of fields)
      for (const change of ['drop', 'retype'] as const) {
        warn.mockClear()
        error.mockClear()
        const { status, data } = await lookWith((response) => changedAt(response, field, change))
        const says = (what: string) => wrong.push(`${field} ${change}: ${what}`)
        if (status !== 200) says(`is a ${status}`)
        const isLost =
          all.has(field) || (!field.includes('[]') && (needed.has(field) || strict.has(field)))
        if (look.block && !isLost && pick(data, look.block) === null) says('costs the block')
        if (look.block && !isLost && change === 'drop' && isSmall(data, whole)) says('costs more')
        const lines = [...warn.mock.calls, ...error.mock.calls].flatMap(
          ([line]) => (line as { issues?: string[] }).issues ?? [],
        )
        if (change === 'retype' && !lines.some((line) => line.startsWith(field)))
          says('is not in the log')
      }
    expect(wrong).toEqual([])
  },
  60_000,
)

/** True when `data` lacks a block that the complete screen data `whole` has. */
function isSmall(data: unknown, whole: unknown): boolean {
  const getNames = (value: unknown) =>
    Object.entries(value as object).flatMap(([name, block]) => (block === null ? [] : [name]))
  const left = new Set(getNames(data))
  return getNames(whole).some((name) => !left.has(name))
}
