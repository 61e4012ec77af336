import { SaxesParser, type SaxesAttributeNS } from 'saxes'

import { escapeHtml } from '../lib/plain-text'

const MAX_ELEMENTS = 2000
const DEEPEST = 32
/** With all references followed: a few nested ones would draw millions. */
const MAX_DRAWN = 10_000

const elements = new Set(
  `svg g path rect circle ellipse line polyline polygon defs clipPath mask linearGradient
  radialGradient stop symbol use pattern title desc`.split(/\s+/),
)

const attributes = new Set(
  `id xmlns xmlns:xlink xml:space version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d
  points transform preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width stroke-opacity
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color
  clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits offset stop-color stop-opacity
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  vector-effect paint-order pathLength display href xlink:href role aria-hidden focusable`.split(
    /\s+/,
  ),
)

const elsewhere = /url\(\s*(?!['"]?#)|(?:javascript|data|https?|file):|^\s*\/\//i
const ownId = /^#[\w-]{1,60}$/
const viewBoxForm = /^(-?[\d.]{1,8} ){2}[\d.]{1,8} [\d.]{1,8}$/

/** A checked drawing: only shapes, no foreign addresses, no scripts. */
export interface Drawing {
  viewBox: string
  /** Attributes of the root that its shapes inherit, serialised. */
  inherited: string
  /** The content of the root. */
  content: string
  /** The whole SVG, for a file or a page. */
  text: string
}

function getError(element: string, { name, value }: SaxesAttributeNS): string | null {
  if (/^on/i.test(name)) return `${name}="…" on <${element}> would run`
  if (!attributes.has(name)) return `${name}="…" on <${element}> is refused`
  if (name.startsWith('xmlns')) return null
  if (/href$/.test(name) && !ownId.test(value))
    return `${name} on <${element}> leads out of the drawing`
  return elsewhere.test(value) ? `${name} on <${element}> leads out of the drawing` : null
}

/** The elements of a drawing or of one of its ids, and the ids that they refer to. */
interface Part {
  count: number
  references: string[]
}

const getReferences = ({ name, value }: SaxesAttributeNS): string[] =>
  /href$/.test(name)
    ? [value.slice(1)]
    : [...value.matchAll(/url\(\s*['"]?#([\w-]+)/g)].map(([, id = '']) => id)

/** Elements of a part with all references followed; Infinity when it refers to itself. */
function countDrawn(parts: Map<string, Part>, id: string, counted = new Map<string, number>()) {
  if (!counted.has(id)) {
    counted.set(id, Infinity)
    const { count, references } = parts.get(id) ?? { count: 0, references: [] }
    counted.set(
      id,
      references.reduce((sum, each): number => sum + countDrawn(parts, each, counted), count),
    )
  }
  return counted.get(id)!
}

const inheritable = /^(?:fill|stroke|color|opacity|clip-rule)/

/**
 * Parses an SVG strictly and serialises it again: listed shapes, gradients and clips, references to
 * its own ids only.
 * @param name makes its ids unique within a page
 * @returns the drawing, or all errors as text
 */
export function readSvg(text: string, name: string): { drawing?: Drawing; errors: string[] } {
  const errors = new Set<string>()
  let count = 0
  let depth = 0
  let viewBox = ''
  let inherited = ''
  let root = ''
  let content = ''
  /** The ids of the open elements, and all parts; the whole drawing is the part without an id. */
  const open: string[] = []
  const parts = new Map<string, Part>([['', { count: 0, references: [] }]])
  const parser = new SaxesParser({ xmlns: true })
  const own = (value: string) =>
    value.replace(/url\(\s*(['"]?)#([\w-]+)\1\s*\)/g, `url(#${name}-$2)`)
  const written = ({ name: attribute, value }: SaxesAttributeNS) => {
    if (attribute === 'id') return ` id="${name}-${escapeHtml(value)}"`
    if (/href$/.test(attribute)) return ` href="#${name}-${escapeHtml(value.slice(1))}"`
    return ` ${attribute}="${escapeHtml(own(value))}"`
  }
  parser.on('error', ({ message }) => void errors.add(`is no well-formed XML (${message})`))
  parser.on('doctype', () => void errors.add('a DOCTYPE is refused'))
  parser.on('processinginstruction', () => void errors.add('a processing instruction is refused'))
  parser.on('cdata', () => void errors.add('CDATA is refused'))
  parser.on('opentag', (tag) => {
    count += 1
    depth += 1
    if (depth > DEEPEST) errors.add(`is deeper than ${DEEPEST} shapes in one another`)
    if (!elements.has(tag.name)) errors.add(`<${tag.name.slice(0, 30)}> is refused`)
    const all = Object.values(tag.attributes)
    for (const attribute of all) {
      const error = getError(tag.name, attribute)
      if (error) errors.add(error)
    }
    open.push(tag.attributes.id?.value ?? '')
    for (const id of new Set(['', ...open])) {
      const part = parts.get(id) ?? { count: 0, references: [] }
      part.count += 1
      part.references.push(...all.flatMap(getReferences))
      parts.set(id, part)
    }
    if (depth > 1) {
      content += `<${tag.name}${all.map(written).join('')}${tag.isSelfClosing ? '/' : ''}>`
      return
    }
    if (tag.name !== 'svg' || tag.uri !== 'http://www.w3.org/2000/svg')
      errors.add('must be an <svg> of http://www.w3.org/2000/svg')
    viewBox = tag.attributes.viewBox?.value ?? ''
    root = `<svg${all.map(written).join('')}>`
    inherited = all
      .filter((one) => inheritable.test(one.name))
      .map(written)
      .join('')
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    open.pop()
    if (depth > 0 && !tag.isSelfClosing) content += `</${tag.name}>`
  })
  parser.on('text', (between) => {
    if (depth > 0) content += escapeHtml(between)
  })
  for (let at = 0; at < text.length && errors.size < 5; at += 4096) {
    parser.write(text.slice(at, at + 4096))
    if (count > MAX_ELEMENTS) errors.add(`has more than ${MAX_ELEMENTS} shapes`)
  }
  if (errors.size === 0) parser.close()
  if (errors.size === 0 && !viewBoxForm.test(viewBox))
    errors.add('needs a viewBox such as 0 0 40 40')
  if (errors.size === 0 && countDrawn(parts, '') > MAX_DRAWN)
    errors.add(`draws more than ${MAX_DRAWN} shapes by its references`)
  if (errors.size > 0) return { errors: [...errors] }
  return { drawing: { viewBox, inherited, content, text: `${root}${content}</svg>` }, errors: [] }
}
