// Draws the diagram of docs/architecture.md from the code: folders and their imports.
import { execFileSync } from 'node:child_process'

export const ARCHITECTURE = 'docs/architecture.md'

/** The import rules' own lists of folders. Their file has no types, so the path is no literal. */
const rules: string = '../.dependency-cruiser.mjs'
const { composers, features, layers } = (await import(rules)) as {
  composers: Record<string, string[]>
  features: string[]
  layers: Record<string, string[]>
}

interface Module {
  source: string
  dependencies: { resolved: string }[]
}

type Graph = Map<string, Set<string>>

/** Each folder of app/, and edge/, with the folders that it imports. */
function readFolders(): Graph {
  const command = ['app', 'edge', '--config', '.dependency-cruiser.mjs']
  const output = execFileSync(
    'node_modules/.bin/depcruise',
    [...command, '--no-progress', '--output-type', 'json'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const { modules } = JSON.parse(output) as { modules: Module[] }
  const graph: Graph = new Map()
  for (const { source, dependencies } of modules) {
    const from = getFolder(source)
    if (!from) continue
    const imported = graph.get(from) ?? new Set()
    for (const { resolved } of dependencies) {
      const to = getFolder(resolved)
      if (to && to !== from) imported.add(to)
    }
    graph.set(from, imported)
  }
  return graph
}

const getFolder = (path: string) =>
  /^(?:app\/([^/]+)\/|(edge)\/)/.exec(path)?.slice(1).find(Boolean)

function reaches(graph: Graph, from: string, to: string): boolean {
  const next = [...(graph.get(from) ?? [])]
  return next.includes(to) || next.some((each) => reaches(graph, each, to))
}

/** Leaves out an import of a layer that another imported layer also leads to. */
function reduced(graph: Graph): Graph {
  return new Map(
    [...graph].map(([from, imported]) => {
      const isDirect = (to: string) =>
        ![...imported].some((via) => via !== to && reaches(graph, via, to))
      return [from, new Set([...imported].filter(isDirect))]
    }),
  )
}

/** The imports between two groups of folders. */
const between = (graph: Graph, from: string[], to: string[]): Graph =>
  new Map(
    from.map((name) => [
      name,
      new Set([...(graph.get(name) ?? [])].filter((each) => to.includes(each))),
    ]),
  )

const fenced = (lines: string[]) => ['```mermaid', ...lines, '```'].join('\n')
const group = (name: string, title: string, members: string[]) => [
  `subgraph ${name}["${title}"]`,
  `  ${members.join(' & ')}`,
  'end',
]

/** One line for each folder with all its imports. */
const arrows = (graph: Graph) =>
  [...graph]
    .filter(([, imported]) => imported.size > 0)
    .map(([from, imported]) => `${from} --> ${[...imported].sort().join(' & ')}`)

/** Features, the features that compose them, and the layers below, with their imports. */
function foldersDiagram(): string {
  const graph = readFolders()
  const [layerNames, composing] = [Object.keys(layers), Object.keys(composers)]
  return fenced([
    'flowchart TB',
    'composing --> layers',
    ...group('composing', 'features that compose others', composing),
    ...group('features', 'features', features),
    ...group('layers', 'layers', layerNames),
    'features --> layers',
    ...arrows(between(graph, ['edge'], [...composing, ...layerNames])),
    ...arrows(between(graph, composing, features)),
    ...arrows(reduced(between(graph, layerNames, layerNames))),
  ])
}

function filled(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${ARCHITECTURE} has no place for ${name}`)
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`
}

/** The document with its diagram redrawn. */
export const withDiagram = (document: string): string =>
  filled(document, 'folders', foldersDiagram())
