import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'

import { guard } from '../../app/context/guard.server'
import * as entry from '../../app/entry.server'
import { createApplication } from '../../app/framework/application.server'
import { addressesIn } from '../../app/framework/typed-routes'
import * as root from '../../app/root'
import routes from '../../app/routes'
import options from '../../remix.config.js'

const modules = import.meta.glob<object>('../../app/*/**/*.{screen,action,resource}.{ts,tsx}', {
  eager: true,
})
const layouts = import.meta.glob<object>('../../app/shell/*-layout.tsx', { eager: true })
const withoutEnd = (file: string) => file.replace('../../app/', '').replace(/\.tsx?$/, '')

const own = [
  { id: 'root', path: '', module: root },
  ...Object.entries(layouts).map(([file, module]) => ({
    id: withoutEnd(file),
    parentId: 'root',
    module,
  })),
  ...addressesIn(routes).map(({ id, path, index, file, frame }) => ({
    id,
    path,
    ...(index && { index }),
    parentId: frame ? withoutEnd(frame) : 'root',
    module: modules[`../../app/${file}`]!,
  })),
]
const entries = own.map(({ module, ...route }) => ({
  ...route,
  hasLoader: 'loader' in module,
  hasAction: 'action' in module,
  hasErrorBoundary: 'ErrorBoundary' in module,
  hasClientLoader: false,
  hasClientAction: false,
  module: '/assets/screen.js',
}))
const byId = <Each extends { id: string }>(list: Each[]) =>
  Object.fromEntries(list.map((each) => [each.id, each]))

const build = {
  ...options,
  entry: { module: entry },
  routes: byId(own),
  assets: {
    version: 'test',
    url: '/assets/manifest.js',
    entry: { module: '/assets/entry.js', imports: [] },
    routes: byId(entries),
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  basename: '/',
  mode: 'production',
  isSpaMode: false,
} as unknown as ServerBuild

const application = createApplication(build, guard)

/** The whole page of an address, for a visitor's `load`: routes, layouts and rendering without a build. */
export const page = ({ request, context }: ActionFunctionArgs): Promise<Response> =>
  application.response(request, context)

const spaced = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('\u00ad', '')
    .replace(/&nbsp;|[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim()

/** The title of a page, and what its `main` says. */
export function readPage(html: unknown): { title: string; heading: string; text: string } {
  const inside = (tag: string) =>
    new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 's').exec(String(html))?.[1] ?? ''
  const main = inside('main').replace(/<(style|svg)\b.*?<\/\1>/gs, '')
  return { title: spaced(inside('title')), heading: spaced(inside('h1')), text: spaced(main) }
}

/** Attributes that lead somewhere, send something or tell a state. */
const SHOWN =
  /^(?:href|action|method|type|name|value|src|role|aria-label|aria-current|data-event|target)$/
const STATES = /^(?:checked|required|open|selected|disabled)$/
const MARKED = /^(?:h[123]|a|form|input|textarea|select|option|button|img|summary|details)$/
const BREAKING = /^(?:p|div|li|ul|ol|dt|dd|section|article|label|legend|table|tr|strong)$/
/** New for each visitor. */
const RANDOM = /name="(?:formId|number|captcha|captchaId)"/
/** Entries of one list beyond these look alike. */
const OF_A_KIND = 3
const LONGEST_TEXT = 80
/** Of each end: documents are longer. */
const MOST_LINES = 45

/** `[a href=/terms] `, and `[div role=img] `; nothing for a tag without meaning. */
function markOf(tag: string, given: string): string {
  if (!MARKED.test(tag) && !given.includes('role=')) return ''
  const shown = [...given.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].flatMap(
    ([, name = '', value = '']) => {
      if (STATES.test(name)) return [name]
      // A link that does not lead to the top.
      if (name === 'data-nav' && value === 'stay') return ['stays']
      // A link that does not start at the top.
      if (name === 'data-nav' && value === 'stay') return ['stay']
      return SHOWN.test(name) && !(name === 'value' && RANDOM.test(given))
        ? [`${name}=${value}`]
        : []
    },
  )
  return `[${[tag, ...shown].join(' ')}] `
}

const partOf = (html: unknown, tag: string) =>
  new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 's').exec(String(html))?.[1] ?? ''

/** The outline of what stands around the `main` of a page. */
export const readFrame = (html: unknown): string =>
  outlineOf(partOf(html, 'body').replace(/<main\b.*<\/main>|<script\b.*?<\/script>/gs, ''))

/** The outline of a page's `main`. */
export const readOutline = (html: unknown): string => outlineOf(partOf(html, 'main'))

/**
 * What a part of a page has, a line for each heading, link, form, field, button, picture and text, in order;
 * of alike links and fields only the first. Two visitors at the same time get the same outline.
 */
function outlineOf(part: string): string {
  const clean = part
    .replace(/<!--.*?-->|<(style|svg)\b.*?<\/\1>/gs, '')
    .replace(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'http://images')
    .replace(/Сколько будет [^<]*/, 'Сколько будет')
  const lines: string[] = []
  let mark = ''
  let text = ''
  for (const [, before = '', slash, tag = '', given = ''] of clean.matchAll(
    /([^<]*)<(\/?)([a-z0-9]+)([^>]*)>/g,
  )) {
    text += `${before} `
    const next = slash ? '' : markOf(tag, given)
    if (!next && !MARKED.test(tag) && !BREAKING.test(tag)) continue
    const line = mark + spaced(text).slice(0, LONGEST_TEXT)
    if (!/^(?:\[(?:h\d|details)\] )?$/.test(line)) lines.push(line.trim())
    mark = next
    text = ''
  }
  const kinds = new Map<string, number>()
  const few = lines.filter((line) => {
    const [found] = /^\[(?:a|input|form|img|option|button)\b.*?\]/.exec(line) ?? []
    const kind = found?.replace(/[\w%~.-]*\d[\w%~.-]*/g, '*') ?? ''
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return !found || kinds.get(kind)! <= OF_A_KIND
  })
  const end = few.slice(MOST_LINES)
  return [...few.slice(0, MOST_LINES), ...end.slice(-MOST_LINES)].join('\n')
}
