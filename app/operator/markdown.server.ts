import { Marked, type Token, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'

import { escapeHtml } from '~/lib/plain-text'
import { bindText } from '~/lib/bind-text.server'

/** Sanitised HTML without its title, and the anchors of its sections. */
export interface RenderedText {
  title: string
  /** The first paragraph in plain text, for search engines. */
  description: string
  html: string
  headings: { id: string; text: string }[]
}

const latin: Record<string, string> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
)

/** `Как потратить звёзды?` → `kak-potratit-zvyozdy`: an anchor that messengers do not break. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => latin[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? plainText(token.tokens)
        : 'text' in token
          ? String(token.text)
          : ' ',
    )
    .join('')
    .replace(/\s+/g, ' ')
}

const isHeading = (token: Token | undefined): token is Tokens.Heading => token?.type === 'heading'

const tags = `h2 h3 h4 p ul ol li dl dt dd blockquote hr br a strong em b i del sup sub code table
  thead tbody tr th td`.split(/\s+/)
const getAttributes: Record<string, string[]> = {
  a: ['href'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  ol: ['start'],
  th: ['scope'],
  td: ['data-label'],
}
const renamed: Record<string, string> = { h1: 'h2' }
const allowed: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: getAttributes,
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: renamed,
}

/** A table with column names in its cells, so that narrow screens can show rows as cards. */
function tableHtml({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const names = header.map((cell) => plainText(cell.tokens))
  const head = header.map(({ tokens }) => `<th scope="col">${inline(tokens)}</th>`)
  const body = rows.map((row) => {
    const cells = row.map(
      ({ tokens }, at) => `<td data-label="${escapeHtml(names[at] ?? '')}">${inline(tokens)}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return (
    `<table><thead><tr>${head.join('')}</tr></thead>` + `<tbody>${body.join('')}</tbody></table>\n`
  )
}

/**
 * Converts Markdown to safe HTML. The first heading becomes the title and is left out, because the
 * page has its own heading.
 */
export function renderMarkdown(text: string): RenderedText {
  const { html, ...rest } = parseMarkdown(text)
  return { ...rest, html: sanitizeHtml(html, allowed) }
}

/** The tags and attributes of a text that its page leaves out, such as `<img>` and `<p style>`. */
export function listDroppedMarkup(text: string): string[] {
  const dropped = new Set<string>()
  sanitizeHtml(parseMarkdown(text).html, {
    ...allowed,
    onOpenTag(name, attributes) {
      const tag = renamed[name] ?? name
      if (!tags.includes(tag)) return dropped.add(`<${tag}>`)
      for (const each of Object.keys(attributes))
        if (!getAttributes[tag]?.includes(each)) dropped.add(`<${tag} ${each}>`)
    },
  })
  return [...dropped]
}

/** Its HTML is not safe yet. */
function parseMarkdown(text: string): RenderedText {
  const ids = new Map<string, number>()
  const headings: RenderedText['headings'] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const plain = plainText(tokens)
        const base = slug(plain) || 'part'
        const count = (ids.get(base) ?? 0) + 1
        ids.set(base, count)
        const id = count === 1 ? base : `${base}-${count}`
        const level = Math.max(depth, 2)
        if (level === 2) headings.push({ id, text: plain })
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}</h${level}>\n`
      },
      table(table) {
        return tableHtml(table, (tokens) => this.parser.parseInline(tokens))
      },
    },
  })
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space')
  const [first] = tokens
  const title = isHeading(first) ? plainText(tokens.shift() ? first.tokens : []) : ''
  const paragraph = tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined
  const description = plainText(paragraph?.tokens ?? [])
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'text') token.text = bindText(token.text)
  })
  return {
    title,
    description,
    html: marked.parser(tokens),
    headings,
  }
}

/**
 * Fills `{{name}}`; an unknown name becomes empty and is passed to `onUnknown`.
 * `{{#name}}…{{/name}}` is left out when the value is empty, `{{^name}}…{{/name}}` when it is not.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  onUnknown: (name: string) => void,
): string {
  const sections = /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}\n?/g
  const chosen = text.replace(sections, (whole, sign: string, name: string, inside: string) => {
    const isSet = Object.hasOwn(values, name) && values[name] !== ''
    const isShown = isSet === (sign === '#')
    const end = whole.endsWith('\n') && !inside.startsWith('\n') ? '\n' : ''
    return (isShown ? inside : '') + end
  })
  return chosen.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) onUnknown(name)
    return value ?? ''
  })
}
