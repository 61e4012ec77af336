// Refuses documents that are hard to read: sentences of more than 30 words or of more than 18 on average, openings
// without a subject, more than a quarter of passive sentences. A document above these limits has its figures in
// scripts/documents/readability.json and may not become worse. Refuses also more than 1,800 lines of text in all. Part of
// `npm run lint`.
//   --tighten   writes lower figures and removes documents that need none; never writes a higher one
//   --list      prints every finding, also the allowed ones
import { readOptions } from './help.mjs'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Figures, type Kind, limits, readDocument } from './documents/readability'

/** Lines of all documents together without their code blocks, which tests carry out. */
const MOST_LINES = 1800
const FILE = 'scripts/documents/readability.json'
const kinds = Object.keys(limits) as Kind[]
const { tighten, list } = readOptions({ tighten: { type: 'boolean' }, list: { type: 'boolean' } })

const inFolder = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const documents = ['README.md', 'CONTRIBUTING.md', ...inFolder('docs'), ...inFolder('docs/how-to')]

const allowances = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Partial<Figures>>
const tightened: typeof allowances = {}
let isRefused = false
let lines = 0
for (const path of [...documents, 'CHANGELOG.md', ...inFolder('docs/decisions')])
  lines += readFileSync(path, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split('\n').length
if (lines > MOST_LINES) {
  console.error(`${lines} lines of documents, at most ${MOST_LINES}`)
  isRefused = true
}
for (const path of documents) {
  const { figures, findings } = await readDocument(readFileSync(path, 'utf8'), path)
  const allowed = { ...limits, ...allowances[path] }
  const refused = kinds.filter((kind) => figures[kind] > allowed[kind])
  for (const kind of refused)
    console.error(`${path}: ${kind} ${figures[kind]}, at most ${allowed[kind]}`)
  for (const { kind, line, advice } of findings)
    if (list || refused.includes(kind)) console.error(`${path}:${line} ${kind}: ${advice}`)
  isRefused ||= refused.length > 0
  const above = kinds.filter((kind) => Math.min(figures[kind], allowed[kind]) > limits[kind])
  if (above.length > 0)
    tightened[path] = Object.fromEntries(
      above.map((kind) => [kind, Math.min(figures[kind], allowed[kind])]),
    )
}

const text = `${JSON.stringify(tightened, null, 2)}\n`
if (tighten) writeFileSync(FILE, text)
else if (text !== readFileSync(FILE, 'utf8'))
  console.log(
    'Documents are easier to read than their figures: npm run lint:documents -- --tighten',
  )
process.exit(isRefused ? 1 : 0)
