import { TextlintKernel, type TextlintRuleModule } from '@textlint/kernel'
import markdownModule from '@textlint/textlint-plugin-markdown'
import { splitAST } from 'sentence-splitter'
import writeGood from 'write-good'

// Depending on the loader the default import is the plugin, or an object with the plugin as `default`.
const markdown =
  'default' in markdownModule ? (markdownModule.default as typeof markdownModule) : markdownModule

/** Limits of a document: `average` and `passive` in words and percent, the others as counts. */
export const limits = { average: 18, passive: 25, long: 0, opening: 0 }

export type Figures = typeof limits
export type Kind = keyof Figures

export interface Finding {
  kind: Kind
  line: number
  advice: string
}

const LONGEST = 30
/** Headings of lists and single terms are not sentences. */
const SHORTEST = 4

const VERB =
  '(?:is|are|was|were|has|have|does|do|goes|comes|gets|stays|becomes|needs|can|may|must|will)'
const openings: readonly [RegExp, string][] = [
  [
    /^(?:Of|In|From|Among) all (?:that|of|these|those)\b/,
    'begin with the subject, not with “Of all that …”',
  ],
  [
    new RegExp(`^What(?:ever)?\\b[^?]*\\b${VERB}\\b[^?]*$`),
    'name the thing instead of “What … is …”',
  ],
  [/^(?:Who|Whoever|Nobody|Somebody|Anybody)\b[^?]*$/, 'name the person or the program that acts'],
  [
    /^There (?:is|are|was|were)\b|^It is [^.]* (?:that|who)\b/,
    'begin with the subject, not with “There is” or “It is … that”',
  ],
]

const passiveAlone = {
  ...{ passive: true, illusion: false, so: false, thereIs: false, weasel: false },
  ...{ adverb: false, tooWordy: false, cliches: false, eprime: false },
}

interface Node {
  type: string
  value?: string
  children?: readonly Node[]
  loc: { start: { line: number } }
}

/** The text without marks; a piece of code counts as one word. */
function textOf({ type, value = '', children }: Node): string {
  if (type === 'Code') return 'code'
  return children ? children.map(textOf).join('') : value
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.:/_-]*/gu)?.length ?? 0

/** Figures and findings of a Markdown document; tables and code are skipped. */
export async function readDocument(text: string, filePath: string) {
  const findings: Finding[] = []
  let sentences = 0
  let wordCount = 0
  const rule: TextlintRuleModule = ({ Syntax }) => ({
    [Syntax.Paragraph](paragraph) {
      for (const node of splitAST(paragraph as Parameters<typeof splitAST>[0]).children) {
        if (node.type !== 'Sentence') continue
        const sentence = textOf(node as Node)
          .replace(/\s+/g, ' ')
          .trim()
        const length = countWords(sentence)
        if (length < SHORTEST) continue
        sentences += 1
        wordCount += length
        const find = (kind: Kind, advice: string) =>
          findings.push({ kind, line: node.loc.start.line, advice })
        if (length > LONGEST)
          find('long', `${length} words, at most ${LONGEST}: split the sentence`)
        for (const [opening, advice] of openings)
          if (opening.test(sentence)) find('opening', advice)
        const [passive] = writeGood(sentence, passiveAlone)
        if (passive) find('passive', `${passive.reason}: name who does it`)
      }
    },
  })
  await new TextlintKernel().lintText(text, {
    ...{ filePath, ext: '.md' },
    plugins: [{ pluginId: 'markdown', plugin: markdown }],
    rules: [{ ruleId: 'readability', rule }],
  })
  const count = (kind: Kind) => findings.filter((each) => each.kind === kind).length
  const figures: Figures = {
    average: Math.ceil((10 * wordCount) / (sentences || 1)) / 10,
    passive: Math.ceil((100 * count('passive')) / (sentences || 1)),
    long: count('long'),
    opening: count('opening'),
  }
  return { figures, findings }
}
