import type { CDPSession, Page } from '@playwright/test'

import { inline, places, whole, roleNames } from './speech-roles'

/** One utterance of a screen reader, with its position. */
export interface Utterance {
  /** Depth in landmarks, groups and lists. */
  depth: number
  /** Role in the accessibility tree: `link`, `heading`, `text` for plain text. */
  role: string
  /** Accessible name, or text. */
  name: string
  /** Role, name, value, states, description. */
  text: string
  /** Names around it, outermost first: landmarks, groups, headings of sections. */
  within: readonly string[]
  /** For each list around it: which list, which entry, of how many. */
  lists: readonly ListPlace[]
  /** Target of a link; null for others. */
  url: string | null
  /** Attributes of its element; `data-written` is a control's visible text. */
  attributes: ReadonlyMap<string, string>
  /** Text side by side without a space: «4,6153 оценки». */
  isGlued: boolean
}

export interface ListPlace {
  list: string
  entry: number
  entries: number
}

interface Node {
  nodeId: string
  ignored: boolean
  childIds?: string[]
  backendDOMNodeId?: number
  role?: { value?: unknown }
  name?: { value?: unknown }
  value?: { value?: unknown }
  description?: { value?: unknown }
  properties?: { name: string; value: { value?: unknown } }[]
}

const silent = new Set(['InlineTextBox', 'ListMarker', 'Legend', 'none'])

const tidy = (text: string) => text.replace(/[ \t\n\r]+/g, ' ').trim()

function stateText(
  role: string,
  states: Map<string, unknown>,
  attributes: ReadonlyMap<string, string>,
): string[] {
  const spoken: string[] = []
  if (['checkbox', 'switch', 'radio'].includes(role))
    spoken.push(
      states.get('checked') === 'true' ? 'включено' : role === 'radio' ? '' : 'не включено',
    )
  if (states.has('expanded')) spoken.push(states.get('expanded') ? 'развёрнуто' : 'свёрнуто')
  if (states.has('pressed')) spoken.push(states.get('pressed') === 'true' ? 'нажато' : 'не нажато')
  if (states.get('disabled')) spoken.push('недоступно')
  if (states.get('required')) spoken.push('обязательно')
  if (states.get('invalid') === 'true' && role !== 'Date') spoken.push('неверно')
  if (states.get('readonly')) spoken.push('только чтение')
  const current = attributes.get('aria-current')
  if (current && current !== 'false') spoken.push('вы здесь')
  return spoken.filter(Boolean)
}

/** Runs in the browser: stores each control's visible text. */
function noteWritten(): void {
  for (const control of document.querySelectorAll('a[href], button, summary')) {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    let written = ''
    while (texts.nextNode()) {
      const box = texts.currentNode.parentElement
      if (box?.closest('.visually-hidden, svg') || !box?.checkVisibility()) continue
      written += ` ${texts.currentNode.textContent}`
    }
    control.setAttribute('data-written', written.replace(/\s+/g, ' ').trim())
  }
  for (const field of document.querySelectorAll('input'))
    field.setAttribute(
      'data-label',
      field.labels?.[0]?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
    )
}

interface Element {
  attributes: ReadonlyMap<string, string>
  /** Whether a line ends before and after it. */
  isBlock: boolean
}

/** Every element by number: the accessibility tree has no attributes and no lines. */
async function getElements(session: CDPSession): Promise<Map<number, Element>> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: ['display'],
  })
  const { nodes, layout } = documents[0]!
  const displays = new Map(
    layout.nodeIndex.map((at, place) => [at, strings[layout.styles[place]?.[0] ?? -1] ?? '']),
  )
  const elements = (nodes.backendNodeId ?? []).map((id, at): [number, Element] => {
    const flat = (nodes.attributes?.[at] ?? []).map((index) => strings[index] ?? '')
    const pairs = flat.flatMap((name, place): [string, string][] =>
      place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : [],
    )
    const isElement = nodes.nodeType?.[at] === 1
    const display = displays.get(at) ?? 'inline'
    return [
      id,
      {
        attributes: new Map(pairs),
        isBlock: isElement && !/^(inline|contents|none|$)/.test(display),
      },
    ]
  })
  return new Map(elements)
}

const none: ReadonlyMap<string, string> = new Map()
const isGlue = (left: string, right: string) =>
  /[\p{L}\p{N}₽%.)»]$/u.test(left) && /^[\p{L}\p{N}+−«(]/u.test(right)

/** The label has a space that the accessible name lacks. */
const isLabelGlued = (name: string, label: string) =>
  label.includes(' ') &&
  name.replace(/\s/g, '') === label.replace(/\s/g, '') &&
  name.split(/\s/).length < label.split(/\s/).length

function getValue({ role, value }: Node, states: Map<string, unknown>): string {
  const valueText = states.get('valuetext')
  if (role?.value === 'progressbar') {
    const [now, most] = [Number(value?.value), Number(states.get('valuemax'))]
    return valueText ? String(valueText) : `${Math.round((now / most) * 100)} %`
  }
  return tidy(String(valueText || (value?.value ?? '')))
}

/** Everything that a screen reader says of a page, in order. */
export async function listen(page: Page, session: CDPSession): Promise<Utterance[]> {
  await page.evaluate(noteWritten)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const getChildren = (node: Node) => (node.childIds ?? []).flatMap((id) => byId.get(id) ?? [])
  const getRole = (node: Node) => (node.ignored ? 'none' : String(node.role?.value ?? 'none'))
  const getName = (node: Node) => tidy(String(node.name?.value ?? ''))
  const elements = await getElements(session)
  const spoken: Utterance[] = []
  let lists: readonly ListPlace[] = []
  let line = ''
  let isGlued = false

  function endLine(depth: number, within: readonly string[]): void {
    const name = tidy(line)
    line = ''
    if (name)
      spoken.push({
        depth,
        role: 'text',
        name,
        text: name,
        within,
        url: null,
        lists,
        attributes: none,
        isGlued,
      })
    isGlued = false
  }
  const inlineText = (node: Node): string =>
    getRole(node) === 'LineBreak'
      ? ' '
      : getRole(node) === 'StaticText'
        ? String(node.name?.value ?? '')
        : getChildren(node).map(inlineText).join('')
  const holdsText = (node: Node): boolean =>
    inline.has(getRole(node)) &&
    (getRole(node) === 'StaticText' ||
      getChildren(node).every((child) => holdsText(child) || getRole(child) === 'InlineTextBox'))
  const getParts = (node: Node, role: string): Node[] =>
    getRole(node) === role ? [node] : getChildren(node).flatMap((child) => getParts(child, role))
  /** Whether two pieces of a control's text touch although they are drawn apart. */
  const getPieces = (node: Node): string[] =>
    getRole(node) === 'StaticText'
      ? [String(node.name?.value ?? '')]
      : // A search term is marked within a word.
        [
          getRole(node) === 'mark' ? '' : null,
          ...getChildren(node).flatMap(getPieces),
          getRole(node) === 'mark' ? '' : null,
        ].filter((piece) => piece !== null)

  function say(node: Node, depth: number, within: readonly string[]): void {
    const role = getRole(node)
    const states = new Map(node.properties?.map(({ name, value }) => [name, value.value]))
    const name = getName(node)
    const attributes = elements.get(node.backendDOMNodeId ?? 0)?.attributes ?? none
    const links = role === 'heading' ? getParts(node, 'link') : []
    const value = role === 'RootWebArea' ? '' : getValue(node, states)
    const description = tidy(String(node.description?.value ?? ''))
    const level = role === 'heading' ? `заголовок ${String(states.get('level'))}` : null
    const inner = role === 'heading' ? [] : getParts(node, 'heading')
    const count = role === 'list' ? getChildren(node).length : null
    const parts = [
      level ?? roleNames[role] ?? role,
      inner.length > 0 && whole.has(role)
        ? ` (заголовок ${String(inner[0]?.properties?.find((each) => each.name === 'level')?.value.value)})`
        : '',
      count === null ? '' : ` из ${count}`,
      name ? `: ${name}` : '',
      value ? ` = ${value}` : '',
      ...stateText(role, states, attributes).map((word) => `, ${word}`),
      description && !name.includes(description) ? ` (${description})` : '',
    ]
    spoken.push({
      depth,
      role,
      name,
      text: parts.join(''),
      within,
      lists,
      url: role === 'link' ? String(states.get('url') ?? '') : null,
      attributes,
      isGlued:
        isLabelGlued(name, attributes.get('data-label') ?? '') ||
        getPieces(node).some(
          (piece, at, all) =>
            at > 0 && isGlue(all[at - 1] ?? '', piece) && name.includes(`${all[at - 1]}${piece}`),
        ),
    })
    // A heading with a link is one line of speech, and a control as well.
    for (const link of links) say(link, depth, within)
  }

  function visit(node: Node, depth: number, within: readonly string[]): void {
    const role = getRole(node)
    if (silent.has(role) && role !== 'none') return
    if (holdsText(node)) {
      const text = inlineText(node)
      isGlued ||= isGlue(line, text)
      line += text
      return
    }
    if (role === 'LabelText' && getParts(node, 'link').length === 0) {
      // A label is spoken with its field.
      for (const child of getChildren(node)) visitControls(child, depth, within)
      return
    }
    // A block ends the line before it, whether the tree says so or not.
    const isBlock = elements.get(node.backendDOMNodeId ?? 0)?.isBlock ?? false
    const endsLine = isBlock || (role !== 'none' && role !== 'generic')
    if (endsLine) endLine(depth, within)
    const isPlace = places.has(role) && (role !== 'group' || getName(node) !== '')
    if (role === 'RootWebArea' || isPlace || whole.has(role)) say(node, depth, within)
    if (whole.has(role)) return
    const inside = isPlace ? depth + 1 : depth
    let around = isPlace && getName(node) ? [...within, getName(node)] : within
    const outside = lists
    const entries = getChildren(node).length
    for (const [entry, child] of getChildren(node).entries()) {
      if (role === 'list') lists = [...outside, { list: node.nodeId, entry, entries }]
      visit(child, inside, around)
      lists = outside
      if (getRole(child) === 'heading') around = [...around, getName(child)]
    }
    if (endsLine) endLine(inside, around)
  }
  function visitControls(node: Node, depth: number, within: readonly string[]): void {
    if (whole.has(getRole(node))) visit(node, depth, within)
    else for (const child of getChildren(node)) visitControls(child, depth, within)
  }
  const root = nodes[0]
  if (root) visit(root, 0, [])
  endLine(0, [])
  return spoken
}
