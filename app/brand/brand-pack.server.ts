import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { ShownBrand } from '../lib/shown-brand'
import { iconSprite } from './icon-sprite.server'
import { brandSchema, errorsOf, type BrandData } from './brand-schema.server'
import { contrastErrors } from './contrast.server'
import { createPackReader, type PackReader } from './pack-reader.server'
import {
  illustrationNames,
  mostBytes,
  pictureRules,
  screenshotRules,
  type IllustrationFile,
} from './pack-files.server'
import type { Drawing } from './safe-svg.server'

/** A file with its headers. */
export interface PackFile {
  body: Buffer
  type: string
  /** True when the address contains a hash of the content, so that caches may store it forever. */
  isForEver: boolean
}

/** A brand as read at the start: its texts, colours and files (docs/brand.md). */
export interface BrandPack {
  /** Changes with any part of the brand. */
  id: string
  data: BrandData
  shown: ShownBrand
  /** By address. */
  files: ReadonlyMap<string, PackFile>
  /** Addresses of its fonts, in the order of `brand.json`. */
  fonts: readonly string[]
  illustrations: Record<IllustrationFile, Drawing>
  /** Symbols by name: `mark`, perhaps `logo`, and icons that replace ours. */
  icons: ReadonlyMap<string, Drawing>
  /** Pictures of the wallet passes, by name. */
  passPictures: Readonly<Record<string, Buffer>>
  hasScreenshots: boolean
}

const ICONS = '/assets/svg/icons/base'
const ILLUSTRATIONS = '/assets/svg/illustrations/base'
const SQUARE = 1.05

/** True in a build, false in the source tree. */
const isBuilt = /\/server\/(?:assets\/)?[^/]+$/.test(import.meta.url)
const beside = (built: string, source: string) =>
  fileURLToPath(
    isBuilt
      ? import.meta.url.replace(/server\/(?:assets\/)?[^/]*$/, built)
      : new URL(source, import.meta.url),
  )

/** Our own brand, a pack like any other. */
export const OWN_PACK = beside('brand/', '../../brands/april/')
const ownIcons = beside('client/assets/svg/icons/base/', '../../public/assets/svg/icons/base/')

const types: Record<string, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

const shortHash = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

/** A drawing as a file for `<use href="….svg#icon">`. */
const symbolFile = ({ viewBox, inherited, content }: Drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><symbol id="icon" viewBox="${viewBox}"${inherited}>${content}</symbol><use href="#icon"/></svg>`

function readData(reader: PackReader): BrandData | null {
  const text = reader.text('brand.json', mostBytes.data)
  if (text === null) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    reader.faults.push(`brand.json: is no JSON (${(error as Error).message.slice(0, 100)})`)
    return null
  }
  const { data, error } = brandSchema.safeParse(json, { reportInput: true })
  const faults = error ? errorsOf(error) : contrastErrors(data.colours)
  reader.faults.push(...faults.map((fault) => `brand.json: ${fault}`))
  return data ?? null
}

/**
 * Names of the drawings in a folder of the pack; a drawing that replaces none of ours is an error.
 */
function listDrawings(
  directory: string,
  folder: string,
  names: readonly string[],
  faults: string[],
) {
  let files: string[]
  try {
    files = readdirSync(`${directory}/${folder}`).filter((file) => !file.startsWith('.'))
  } catch {
    return []
  }
  return files.flatMap((file) => {
    const name = file.replace(/\.svg$/, '')
    if (names.includes(name) && file.endsWith('.svg')) return [name]
    faults.push(`${folder}/${file}: replaces nothing of ours`)
    return []
  })
}

function readIcons(directory: string, reader: PackReader): Map<string, Drawing> {
  const icons = new Map<string, Drawing>()
  const add = (name: string, path: string) => {
    const drawing = reader.drawing(path)
    if (drawing) icons.set(name, drawing)
    return drawing
  }
  const mark = add('mark', 'mark.svg')
  const [, , width = 1, height = 1] = mark?.viewBox.split(' ').map(Number) ?? []
  if (mark && Math.max(width / height, height / width) > SQUARE)
    reader.faults.push('mark.svg: must be a square')
  if (reader.has('logo.svg')) add('logo', 'logo.svg')
  const names = readdirSync(ownIcons).map((file) => file.replace(/\.svg.*$/, ''))
  for (const name of listDrawings(directory, 'icons', names, reader.faults))
    add(name, `icons/${name}.svg`)
  return icons
}

let own: BrandPack | undefined

/**
 * Reads and checks a brand pack.
 * @param directory with `brand.json` and its files; our illustrations replace missing ones
 * @returns the pack, or all errors as text
 */
export function readBrandPack(directory: string = OWN_PACK): {
  pack?: BrandPack
  faults: string[]
} {
  if (own && directory === OWN_PACK) return { pack: own, faults: [] }
  const reader = createPackReader(directory)
  const data = readData(reader)
  const files = new Map<string, PackFile>()
  const serve = (address: string, body: Buffer | null, isForEver = false) => {
    const type = types[address.replace(/^.*\./, '')] ?? ''
    if (body) files.set(address, { body, type, isForEver })
  }
  const favicon = reader.drawing('favicon.svg')
  if (favicon) serve('/favicon.svg', Buffer.from(favicon.text))
  serve('/favicon.ico', reader.icon('favicon.ico'))
  const passPictures: Record<string, Buffer> = {}
  const hasScreenshots = screenshotRules.some(({ path }) => reader.has(path))
  for (const rule of [...pictureRules, ...(hasScreenshots ? screenshotRules : [])]) {
    const picture = reader.picture(rule.path, rule)
    if (!rule.path.startsWith('pass/')) serve(`/${rule.path}`, picture)
    else if (picture) passPictures[rule.path.slice('pass/'.length)] = picture
  }
  const icons = readIcons(directory, reader)
  for (const [name, drawing] of icons)
    serve(`${ICONS}/${name}.svg`, Buffer.from(symbolFile(drawing)))
  const illustrations: Partial<Record<string, Drawing>> = {}
  for (const name of listDrawings(directory, 'illustrations', illustrationNames, reader.faults)) {
    const drawing = reader.drawing(`illustrations/${name}.svg`)
    if (drawing) illustrations[name] = drawing
  }
  const fonts = (data?.font.files ?? []).map(({ file }) => {
    const body = reader.font(`fonts/${file}`)
    const address = `/fonts/${file.replace(/\.woff2$/, '')}-${body ? shortHash(body) : ''}.woff2`
    serve(address, body, true)
    return address
  })
  const sprite = iconSprite(ownIcons, icons)
  const spriteAddress = `/assets/icons-${shortHash(sprite)}.svg`
  serve(spriteAddress, Buffer.from(sprite), true)
  if (!data || reader.faults.length > 0) return { faults: reader.faults }
  const complete = withOurs(illustrations, directory)
  for (const [name, { text }] of Object.entries(complete))
    serve(`${ILLUSTRATIONS}/${name}.svg`, Buffer.from(text))
  const { currency, tabs, colours } = data
  const pack: BrandPack = {
    id: idOf(data, files),
    data,
    shown: {
      currency,
      tabs,
      grounds: { light: colours.light.bg, dark: colours.dark.bg },
      logo: icons.get('logo')?.viewBox ?? null,
      font: fonts[0] ?? '',
      icons: spriteAddress,
    },
    files,
    fonts,
    illustrations: complete,
    icons,
    passPictures,
    hasScreenshots,
  }
  if (directory === OWN_PACK) own = pack
  return { pack, faults: [] }
}

function withOurs(illustrations: Partial<Record<string, Drawing>>, directory: string) {
  const isWhole = illustrationNames.every((name) => illustrations[name])
  const ours = isWhole || directory === OWN_PACK ? undefined : readBrandPack().pack?.illustrations
  return { ...ours, ...illustrations } as Record<IllustrationFile, Drawing>
}

function idOf(data: BrandData, files: ReadonlyMap<string, PackFile>): string {
  const hash = createHash('sha256').update(JSON.stringify(data))
  for (const [address, { body }] of files) hash.update(address).update(body)
  return hash.digest('hex').slice(0, 8)
}
