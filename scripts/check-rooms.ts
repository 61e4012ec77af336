// Holds the code against the plan of the house, prints what it measured and fails where they differ.
import './help.mjs'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import ts from 'typescript'

import { composers, floors, insides, subjects, TOP, topMayEnter } from './rooms'

const endings = ['', '.ts', '.tsx']
const allFloors = Object.keys(floors)

/** The code of the product, without its tests. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
}

const files = [...listFiles('app'), ...listFiles('edge'), 'server.ts', 'start.ts']
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const faults: string[] = []

/** `app/card/till.screen.tsx` is in `card`; what lies in `app` itself joins rooms. */
function roomOf(file: string): string {
  const [top = '', room = '', ...rest] = file.split('/')
  return top === 'app' && rest.length > 0 ? room : top === 'app' ? TOP : 'edge'
}

function resolve(from: string, specifier: string): string | null {
  const path = specifier.startsWith('~/')
    ? join('app', specifier.slice(2))
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : null
  if (path === null) return null
  const known = endings.map((ending) => path + ending).find((each) => texts.has(each))
  if (!known && !existsSync(path.replace(/\?.*/, '')))
    faults.push(`${from}: ${specifier} leads nowhere`)
  return known ?? null
}

/** What each file imports of the product, types and late imports included. */
const imports = new Map(
  files.map((file) => {
    const { importedFiles } = ts.preProcessFile(texts.get(file) ?? '', true, true)
    const known = importedFiles.flatMap(({ fileName }) => resolve(file, fileName) ?? [])
    return [file, [...new Set(known)]] as const
  }),
)

/** Null: any room. */
function mayEnter(room: string): readonly string[] {
  if (room === 'edge') return [...allFloors, ...Object.keys(composers), TOP]
  if (room === TOP) return [...allFloors, ...topMayEnter]
  const floor = floors[room]
  if (floor) return floor
  const composed = composers[room]
  if (composed) return [...allFloors, ...composed]
  if (!subjects.some((subject) => subject === room)) faults.push(`${room}: a room without a plan`)
  return allFloors
}

const doors = new Map<string, Set<string>>()
for (const [file, imported] of imports) {
  const room = roomOf(file)
  const allowed = mayEnter(room)
  for (const other of imported) {
    const entered = roomOf(other)
    if (entered === room) continue
    doors.set(room, (doors.get(room) ?? new Set()).add(entered))
    if (!allowed.includes(entered)) faults.push(`${file} enters ${entered}: ${other}`)
  }
}

/** The first way from a node back to itself, or null. */
function findCycle(edges: ReadonlyMap<string, Iterable<string>>): string[] | null {
  const done = new Set<string>()
  const walk = (node: string, way: string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node]
    if (done.has(node)) return null
    for (const next of edges.get(node) ?? []) {
      const cycle = walk(next, [...way, node])
      if (cycle) return cycle
    }
    done.add(node)
    return null
  }
  for (const node of edges.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return null
}

for (const [what, edges] of [
  ['files', imports],
  ['rooms', doors],
] as const) {
  const cycle = findCycle(edges)
  if (cycle) faults.push(`a cycle of ${what}: ${cycle.join(' → ')}`)
}

for (const [file, text] of texts) {
  if (roomOf(file) === 'framework') continue
  text.split('\n').forEach((line, index) => {
    const [name] = insides.exec(line) ?? []
    if (name) faults.push(`${file}:${index + 1} knows the framework's insides: ${name}`)
  })
}

const routeFiles = [
  ...new Set(
    [...(texts.get('app/routes.ts') ?? '').matchAll(/'([\w./-]+\.tsx?)'/g)].map(
      ([, path = '']) => `app/${path}`,
    ),
  ),
]
for (const file of routeFiles)
  if (!/\.(screen|action|resource)\.tsx?$|-layout\.tsx$/.test(file))
    faults.push(`${file}: an address is a screen, an action, a resource or a layout`)
for (const [room, entered] of [...doors].sort())
  console.log(`${room.padEnd(10)} → ${[...entered].sort().join(', ')}`)
console.log(`${files.length} files, ${routeFiles.length} route modules`)
for (const fault of faults) console.error(`✗ ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
