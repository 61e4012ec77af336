// Writes the documents that are made from code: settings, limits, metrics, cookies, licences, analytics, the contract, diagrams.
// `tests/deploy/docs.test.ts` fails when one is out of date.
import './help.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { format } from 'prettier'

import { capacityParts, operatorsSizes } from './capacity'
import { contractParts } from './contract-doc'
import { readLicences } from './licences'
import { guessingPart, limitsPart } from './limits-doc'
import { filled, table } from './markdown'
import { exampleSettings, referenceParts } from './reference-docs'
import { specificationDoc } from './specification-doc'

type Imports = Record<string, string[]>
/** The import rules of the linter. Their file has no types, so the path is no literal. */
const rules: string = '../.dependency-cruiser.mjs'
const { composers, features, layers } = (await import(rules)) as {
  composers: Imports
  features: string[]
  layers: Imports
}

/** The folders of app/ and edge/ and the imports between them that the linter allows. */
function foldersDiagram(): string {
  const group = (name: string, title: string, members: string[]) =>
    `subgraph ${name}["${title}"]\n  ${members.join(' & ')}\nend`
  const isDirect = (to: string, _: number, imported: string[]) =>
    !imported.some((via) => layers[via]?.includes(to))
  const arrows = (imports: Imports) =>
    Object.entries(imports)
      .filter(([, imported]) => imported.length > 0)
      .map(([from, imported]) => `${from} --> ${imported.filter(isDirect).join(' & ')}`)
  return [
    '```mermaid',
    'flowchart TB',
    'edge --> composing & layers',
    'composing --> layers',
    group('composing', 'features that compose others', Object.keys(composers)),
    group('features', 'features', features),
    group('layers', 'layers', Object.keys(layers)),
    'features --> layers',
    ...arrows(composers),
    ...arrows(layers),
    '```',
  ].join('\n')
}

async function packagesTable(): Promise<string> {
  const packages = await readLicences('production')
  const rows = packages.map(({ name, version, licence }) => [name, version, licence])
  return table(['package', 'version', 'licence'], rows)
}

/** The documents with their generated parts, by path. */
export async function generateDocs(): Promise<Record<string, string>> {
  const documents: Record<string, Record<string, string>> = {
    ...(await referenceParts()),
    'docs/reference/licences.md': { packages: await packagesTable() },
    'docs/reference/limits.md': { limits: limitsPart() },
    'docs/reference/contract.md': contractParts(),
    'docs/reference/capacity.md': capacityParts(),
    'docs/operations.md': { sizes: operatorsSizes() },
    'docs/reference/threats.md': { guessing: guessingPart() },
    'docs/architecture.md': { folders: foldersDiagram() },
  }
  const options = { ...JSON.parse(readFileSync('.prettierrc.json', 'utf8')), parser: 'markdown' }
  const texts: Record<string, string> = { '.env.example': exampleSettings() }
  const specification = 'docs/specification.md'
  texts[specification] = await format(specificationDoc(specification), options)
  for (const [path, parts] of Object.entries(documents)) {
    let text = readFileSync(path, 'utf8')
    for (const [name, part] of Object.entries(parts)) text = filled(text, name, part)
    texts[path] = await format(text, options)
  }
  return texts
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of Object.entries(await generateDocs())) writeFileSync(path, text)
