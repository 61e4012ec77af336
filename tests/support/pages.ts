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
