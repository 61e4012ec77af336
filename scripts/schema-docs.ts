// Makes docs/reference/analytics.md and docs/reference/operator-files.md from the schemas of events and files.
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'

import {
  events,
  otherViews,
  viewNames,
  viewProperties,
  type OtherViewName,
} from '../app/analytics/catalogue.server'
import { killSwitches } from '../app/lib/switch-names'
import { landingSchema, noticeSchema, switchesSchema } from '../app/operator/file-schemas.server'
import { getPaths } from '../app/screens.server'
import { code, table } from './markdown'

export const ANALYTICS = 'docs/reference/analytics.md'
export const OPERATOR_FILES = 'docs/reference/operator-files.md'

interface PropertySchema {
  default?: unknown
  maxLength?: number
  description?: string
  enum?: string[]
  type?: string
  anyOf?: PropertySchema[]
}

function describe({ description, enum: choices, type, anyOf }: PropertySchema): string {
  if (description) return description
  if (choices) return choices.map((choice) => `\`${choice}\``).join(' ')
  if (anyOf) return anyOf.map(describe).join(' or ')
  return type === 'boolean' ? '`true` `false`' : type === 'null' ? '`null`' : 'a status'
}

function getProperties(properties: z.ZodObject): string {
  const schema = z.toJSONSchema(properties, { io: 'input' })
  const all = Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>)
  return all.map(([name, each]) => `\`${name}\`: ${describe(each)}`).join('<br>') || '—'
}

/** The document, made from the catalogue. */
export async function analyticsDocument(): Promise<string> {
  const actions = (source: 'server' | 'browser') =>
    Object.entries(events)
      .filter(([, { from }]) => from === source)
      .map(([name, { when, properties }]) => [`\`${name}\``, when, getProperties(properties)])
  const text = `# Analytics

<!-- Made of app/analytics/catalogue.server.ts and app/screens.server.ts by npm run docs: change it there. -->

This list has everything sent to analytics. Nothing is sent before the visitor's consent. Events carry a random id of the
browser (the cookie \`v1_uuid\`) as \`anonymousId\`, the version of the application, the name of the browser and of the
system, and the properties below: a choice, a yes or no, a count, or the public id of a thing. There is no room for a
name, a phone, an address, a card, a code or a token.

## Views

A view is a \`page\` call with the screen's name, once for each time that a screen is opened: by a document, which the
server notes, or by the script, which tells the server. Fetching a screen anew, a form that was refused, a jump within a
page and a page that is only fetched ahead are none. Loading a page again is a view, also when the card without a script
does so by itself.

${table(
  ['screen', 'what', 'properties'],
  viewNames.map((name) => [
    `\`${name}\``,
    getPaths(name)
      .map((path) => `\`${path}\``)
      .join(' ') || otherViews[name as OtherViewName].when,
    getProperties(viewProperties(name)),
  ]),
)}

## What the server notes

These exist without JavaScript too. A form that is sent twice counts once.

${table(['event', 'when', 'properties'], actions('server'))}

## What the browser tells

These need a script. They are sent in batches to \`POST /events\`, where this catalogue is checked again.

${table(['event', 'when', 'properties'], actions('browser'))}
`
  return format(text, { ...(await resolveConfig(ANALYTICS)), parser: 'markdown' })
}

function getExtent({ enum: choices, maxLength }: PropertySchema): string {
  if (choices) return ` (${choices.map(code).join(', ')})`
  return maxLength ? ` (at most ${maxLength} characters)` : ''
}

function keys(shape: z.ZodType, missing: string): string {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input' })
  const rows = Object.entries(properties as Record<string, PropertySchema>).map(
    ([name, property]) => [
      code(name),
      (property.description ?? '') + getExtent(property),
      required.includes(name)
        ? '**required**'
        : property.default === undefined
          ? missing
          : code(String(property.default)),
    ],
  )
  return table(['key', 'meaning', 'default'], rows)
}

const switchNames = () =>
  table(
    ['name', 'what it switches off'],
    Object.entries(killSwitches).map(([name, meaning]) => [code(name), meaning]),
  )

/** The document of the JSON files in `CONTENT_DIR`, before it is formatted. */
export function operatorFilesDocument(): string {
  return `# Files of \`CONTENT_DIR\`

<!-- Made of app/operator/file-schemas.server.ts and app/lib/switch-names.ts by npm run docs: change it there. -->

Each file is optional. A key that is not listed is an error. [Operations](../operations.md#texts) says how to mount and change them.

## landing.json

The text of the landing, at most 32 kB.

${keys(landingSchema, 'ours')}

## notice.json

One notice above every screen, at most 4 kB.

${keys(noticeSchema, 'none')}

## switches.json

The kill switches, at most 4 kB.

${keys(switchesSchema, 'none')}

${switchNames()}
`
}
