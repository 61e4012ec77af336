// Writes the skeleton of a page for shoppers: page, test, route, and rows in the lists of screens and
// features.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const ROUTES = 'app/routes.ts'
const SCREENS = 'app/screens.server.ts'
const IMPORT_RULES = '.dependency-cruiser.mjs'
const APP_LAYOUT = /(layout\('shell\/app-layout\.tsx', \[\n[\s\S]*?)(\n {2}\]\),)/
const LAST_SCREEN = "  'framework/not-found.screen': {"

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Replaces one existing place of a file. */
function edit(file: string, place: RegExp | string, text: string): string {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(place, text)
  if (after === before) throw new Error(`${file} has no place for the new row any longer`)
  return write(file, after)
}

const screenText = (component: string) => `import type { MetaFunction } from '@remix-run/node'

import { pageTitle } from '~/lib/page-title'
import { tabName } from '~/lib/shown-brand'
import { EmptyState } from '~/ui/block'
import { PageHeader } from '~/ui/page-header'

const TITLE = 'Новая страница'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, TITLE)]

export async function loader() {
  return null
}

export default function ${component}() {
  return (
    <>
      <PageHeader title={TITLE} backHref="/profile" backLabel={tabName('profile')} />
      <EmptyState title="Здесь пока пусто" />
    </>
  )
}
`

const testText = (file: string, address: string) => `import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './${file}'

const { shopper } = testContext()

// app/routes.test.ts tests guards, secrets and failing gateways of every address.
test('a shopper sees the page', async () => {
  const { load } = await shopper()
  expect((await load(loader, '${address}')).status).toBe(200)
})
`

/**
 * @param given the feature's folder and the page: `profile/badges`
 * @returns the changed files
 */
export function newScreen([name = '']: string[]): string[] {
  if (!/^[a-z][a-z-]{1,30}\/[a-z][a-z-]{1,30}$/.test(name))
    throw new Error('Name the feature and the page: profile/badges')
  const [feature = '', page = ''] = name.split('/')
  const path = `app/${name}.screen.tsx`
  const isTaken = readFileSync(ROUTES, 'utf8').includes(`route('${name}'`)
  if (existsSync(path) || isTaken) throw new Error(`/${name} is there already`)
  const isNewFeature = !existsSync(`app/${feature}`)
  const component = page.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const row = `  '${name}.screen': {
    for: 'shopper',
    view: '${name.replace(/\W/g, '_')}',
    unlinked: 'no page links to it yet',
  },`
  return [
    write(path, screenText(`${component}Screen`)),
    write(`app/${name}.screen.test.ts`, testText(`${page}.screen`, `/${name}`)),
    edit(ROUTES, APP_LAYOUT, `$1\n    route('${name}', '${name}.screen.tsx'),$2`),
    edit(SCREENS, LAST_SCREEN, `${row}\n${LAST_SCREEN}`),
    ...(isNewFeature
      ? [edit(IMPORT_RULES, 'const features = [\n', `const features = [\n  '${feature}',\n`)]
      : []),
  ]
}
