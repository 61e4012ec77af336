import { routeOf } from './routes'
import type { Visitor } from './visitor'

/** A form of a page without a script. */
export interface PageForm {
  method: 'GET' | 'POST'
  /** Path and query. */
  action: string
  /** Values that would be sent unchanged. */
  fields: Record<string, string>
  /** Names of the fields that a person may fill in. */
  names: string[]
}

/** Links and forms of a page. */
export interface PageWays {
  /** Addresses of this site outside the footer. */
  links: string[]
  footerLinks: string[]
  forms: PageForm[]
}

/** Results of a walk; every list names the page and the fault. */
export interface Walk {
  /** Ids of routes that a link reached, or to which a form is sent. */
  reached: Set<string>
  deadEnds: string[]
  redirects: string[]
  broken: string[]
  pages: number
}

export interface WalkOptions {
  start: string
  /** The values that a person would send; null to skip the form. */
  hands(form: PageForm, routeId: string): Record<string, string> | null
  /** Sends forms before following links, because nothing else works before. */
  areHandsFirst?: boolean
  /** How many pages of a kind to open. A kind is a route with a set of query names. */
  each: number
}

const MAX_PAGES = 400
const AT_ONCE = 4

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

function getAttributes(tag: string): Map<string, string> {
  const found = tag.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)
  return new Map(Array.from(found, ([, name = '', value = '']) => [name, decoded(value)]))
}

/** Path and query of an address of this site; null for other sites and fragments. */
function ownAddress(href: string, page: string): string | null {
  if (!URL.canParse(href, `http://site${page}`)) return null
  const { host, pathname, search, protocol } = new URL(href, `http://site${page}`)
  return protocol === 'http:' && host === 'site' && !href.startsWith('#') ? pathname + search : null
}

const linksIn = (html: string, page: string): string[] => [
  ...new Set(
    [...html.matchAll(/<a ([^>]*)>/g)].flatMap(
      ([, tag = '']) => ownAddress(getAttributes(tag).get('href') ?? '#', page) ?? [],
    ),
  ),
]

function getForm(tag: string, body: string, page: string): PageForm {
  const attributes = getAttributes(tag)
  const fields: Record<string, string> = {}
  const names: string[] = []
  for (const [, kind, rest = ''] of body.matchAll(/<(input|button|select|textarea) ?([^>]*)>/g)) {
    const field = getAttributes(rest)
    const name = field.get('name')
    if (!name) continue
    const type = field.get('type') ?? kind
    if (type !== 'hidden' && kind !== 'button') names.push(name)
    const isChosen = !['checkbox', 'radio'].includes(type ?? '') || field.has('checked')
    if (isChosen && !(kind === 'button' && name in fields)) fields[name] = field.get('value') ?? ''
  }
  const method = attributes.get('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET'
  return {
    method,
    action: ownAddress(attributes.get('action') ?? page, page) ?? page,
    fields,
    names,
  }
}

/** Links and forms of a page on a phone: without the wide screen's list. */
export function getWays(html: string, page: string): PageWays {
  const shown = html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replace(/<nav [^>]*aria-label="Разделы".*?<\/nav>/gs, '')
  const footer = /<footer\b.*?<\/footer>/s.exec(shown)?.[0] ?? ''
  const rest = shown.replace(footer, '')
  return {
    links: linksIn(rest, page),
    footerLinks: linksIn(footer, page),
    forms: [...rest.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', body = '']) =>
      getForm(tag, body, page),
    ),
  }
}

const getPath = (address: string) => address.split('?')[0] ?? address
/** A kind of page: a route with its query names. */
export const getKind = (address: string) =>
  `${routeOf(address)} ${[...new URL(address, 'http://site').searchParams.keys()].sort()}`

/** Walks through the site by links and forms, starting at one address. */
export async function walk(visitor: Visitor, options: WalkOptions): Promise<Walk> {
  const found: Walk = { reached: new Set(), deadEnds: [], redirects: [], broken: [], pages: 0 }
  const seen = new Set<string>()
  const kinds = new Map<string, number>()
  const sent = new Set<string>()
  const links: { address: string; from: string | null }[] = []
  const forms: { send: () => Promise<string | null>; form: string }[] = []

  function notice(address: string, from: string | null): void {
    if (seen.has(address)) return
    const kind = getKind(address)
    const count = kinds.get(kind) ?? 0
    if (count >= options.each) return
    kinds.set(kind, count + 1)
    seen.add(address)
    links.push({ address, from })
  }

  /** Fetches a page; resolves with a function that records it. */
  async function visit(address: string, from: string | null): Promise<() => void> {
    if (found.pages >= MAX_PAGES) throw new Error('the walk does not end')
    found.pages += 1
    const response = await visitor.get(address)
    const html = await response.text()
    return () => arrive(response, html, address, from)
  }

  function arrive(response: Response, html: string, address: string, from: string | null): void {
    const location = response.headers.get('Location')
    if (location !== null) {
      // An item is found by its id; only its own page knows the spelling of its name.
      const isSpeltOut = response.status === 301 && routeOf(location) === routeOf(address)
      if (from !== null && !isSpeltOut)
        found.redirects.push(`${from}: ${address} leads on to ${location}`)
      const target = ownAddress(location, address)
      if (target) notice(target, null)
      return
    }
    if (response.status !== 200)
      return void found.broken.push(`${from ?? 'a form'}: ${address} is a ${response.status}`)
    found.reached.add(routeOf(address))
    // A downloaded file is no page to continue from.
    if (response.headers.get('Content-Disposition')?.startsWith('attachment')) return
    look(html, address)
  }

  function look(html: string, address: string): void {
    const ways = getWays(html, address)
    const isOther = (link: string) => getPath(link) !== getPath(address)
    if (!ways.links.some(isOther) && ways.forms.length === 0) found.deadEnds.push(address)
    let isAsked = false
    for (const form of ways.forms) {
      const routeId = routeOf(form.action)
      found.reached.add(routeId)
      const fields = options.hands(form, routeId)
      const kind = `${form.method} ${routeId} ${Object.keys(form.fields)} of ${routeOf(address)}`
      if (fields === null || sent.has(kind)) continue
      sent.add(kind)
      isAsked ||= form.method === 'POST' && Object.keys(fields).length > 0
      forms.push({ form: `${address}: ${form.action}`, send: () => send(form, fields, address) })
    }
    // Links may lead elsewhere before a required form is sent.
    if (isAsked && options.areHandsFirst) return
    for (const link of [...ways.links, ...ways.footerLinks]) notice(link, address)
  }

  async function send(
    { method, action, fields }: PageForm,
    typed: Record<string, string>,
    from: string,
  ): Promise<string | null> {
    const whole = { ...fields, ...typed }
    if (method === 'GET') return `${getPath(action)}?${new URLSearchParams(whole)}`
    const response = await visitor.post(action, whole, { referer: `http://site${from}` })
    const location = response.headers.get('Location')
    if (location === null) found.broken.push(`${from}: a form to ${action} is a ${response.status}`)
    return location && ownAddress(location, action)
  }

  ;(await visit(options.start, null))()
  while (links.length > 0 || forms.length > 0) {
    const next = options.areHandsFirst ? forms.shift() : links.length === 0 ? forms.shift() : null
    if (next) {
      const target = await next.send()
      // Opens the target of a form even if the page was seen before.
      if (target) (await visit(target, null))()
      continue
    }
    const batch = links.splice(0, AT_ONCE)
    // In order, whichever responds first: the first form found decides the way.
    for (const note of await Promise.all(batch.map(({ address, from }) => visit(address, from))))
      note()
  }
  return found
}
