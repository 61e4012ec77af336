import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ShownBrand } from '../domain/shown-brand'
import { getText } from '../lib/text-file.server'
import { brandSchema, getErrors, type BrandData } from './brand-schema.server'
import { contrastErrors } from './contrast.server'
import {
  illustrationNames,
  pictureRules,
  screenshotRules,
  type IllustrationFile,
} from './pack-files.server'
import { readSvg, type Drawing } from './safe-svg.server'

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
/** For all files of a pack, which the process holds in memory. */
const MAX_BYTES_OF_A_PACK = 8_000_000

/** Each kind of file with its media type, its largest size, and what its bytes are not. */
const kinds: Record<string, { type: string; most: number; is?: (bytes: Buffer) => boolean }> = {
  png: { type: 'image/png', most: 500_000, is: isPng },
  svg: { type: 'image/svg+xml', most: 64_000 },
  json: { type: 'application/json', most: 64_000 },
  ico: { type: 'image/x-icon', most: 100_000, is: (bytes) => magic(bytes) === '\0\0\u0001\0' },
  woff2: {
    type: 'font/woff2',
    most: 300_000,
    is: (bytes) => magic(bytes) === 'wOF2' && bytes.readUInt32BE(8) === bytes.length,
  },
}
const getKind = (path: string) => kinds[path.replace(/^.*\./, '')]!
const magic = (bytes: Buffer) => bytes.toString('latin1', 0, 4)

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length > 56 &&
    magic(bytes) === '\x89PNG' &&
    bytes.toString('latin1', bytes.length - 8).startsWith('IEND')
  )
}

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

const shortHash = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

const getSymbol = (id: string, { viewBox, inherited, content }: Drawing) =>
  `<symbol id="${id}" viewBox="${viewBox}"${inherited}>${content}</symbol>`

/** One file with every icon as a named symbol, for `<use href="….svg#name">`. */
function getSprite(names: readonly string[], replaced: ReadonlyMap<string, Drawing>): string {
  const ours = names.flatMap((name) => {
    const text = readFileSync(join(ownIcons, `${name}.svg`), 'utf8')
    const [, symbol] = /<symbol id="icon"([^>]*>.*<\/symbol>)/s.exec(text) ?? []
    return symbol ? [[name, `<symbol id="${name}"${symbol}`] as const] : []
  })
  const theirs = [...replaced].map(([name, drawing]) => [name, getSymbol(name, drawing)] as const)
  const symbols = new Map([...ours, ...theirs])
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols.values()].join('')}</svg>`
}

/** Reads files of a pack within limits and collects errors as text. */
function createReader(directory: string) {
  const errors: string[] = []
  let total = 0
  function bytes(path: string): Buffer | null {
    const { most, is } = getKind(path)
    const file = statSync(join(directory, path), { throwIfNoEntry: false })
    // Checked before reading, so that a huge file does not fill the memory.
    let error: string | null = null
    if (!file?.isFile()) error = file ? 'is no file' : 'is missing'
    else if (file.size > most)
      error = `is ${Math.ceil(file.size / 1000)} kB, may be ${most / 1000} kB`
    else if ((total += file.size) > MAX_BYTES_OF_A_PACK)
      error = `makes the pack larger than ${MAX_BYTES_OF_A_PACK / 1000} kB`
    try {
      const read = error ? null : readFileSync(join(directory, path))
      if (read && is?.(read) === false) error = `is no ${path.replace(/^.*\./, '').toUpperCase()}`
      if (!error) return read
    } catch {
      error = 'cannot be read'
    }
    errors.push(`${path}: ${error}`)
    return null
  }
  /** The value that `read` makes of a file; null after an error. */
  function parsed<Value>(path: string, read: (text: string) => Value): Value | null {
    const content = bytes(path)
    try {
      return content && read(getText(content))
    } catch (error) {
      errors.push(`${path}: ${(error as Error).message.slice(0, 100)}`)
      return null
    }
  }
  function drawing(path: string): Drawing | null {
    const made = parsed(path, (text) => readSvg(text, path.replace(/^.*\/|\.svg$/g, '')))
    errors.push(...(made?.errors ?? []).map((error) => `${path}: ${error}`))
    return made?.drawing ?? null
  }
  return {
    errors,
    bytes,
    drawing,
    has: (path: string) => existsSync(join(directory, path)),
    data(): BrandData | null {
      const json = parsed('brand.json', (text) => JSON.parse(text) as unknown)
      if (json === null && errors.length > 0) return null
      const { data, error } = brandSchema.safeParse(json, { reportInput: true })
      const found = error ? getErrors(error) : contrastErrors(data.colours)
      errors.push(...found.map((error) => `brand.json: ${error}`))
      return data ?? null
    },
    picture(path: string, width: number, height: number): Buffer | null {
      const picture = bytes(path)
      const [wide, high] = picture ? [picture.readUInt32BE(16), picture.readUInt32BE(20)] : []
      if (picture && (wide !== width || high !== height))
        errors.push(`${path}: is ${wide} × ${high} pixels, must be ${width} × ${height}`)
      return picture
    },
    /** The drawings of a folder by name; one that replaces none of ours is an error. */
    drawings(folder: string, names: readonly string[]): Map<string, Drawing> {
      const path = join(directory, folder)
      let files: string[] = []
      try {
        files = existsSync(path) ? readdirSync(path).filter((file) => !/^\./.test(file)) : []
      } catch {
        errors.push(`${folder}: cannot be read as a folder`)
      }
      return new Map(
        files.flatMap((file) => {
          const name = file.replace(/\.svg$/, '')
          if (file !== name && names.includes(name)) {
            const made = drawing(`${folder}/${file}`)
            return made ? [[name, made] as const] : []
          }
          errors.push(`${folder}/${file}: replaces nothing of ours`)
          return []
        }),
      )
    },
  }
}

let own: BrandPack | undefined

/**
 * Reads and checks a brand pack.
 * @param directory with `brand.json` and its files; our illustrations replace missing ones
 * @returns the pack, or all errors as text
 */
export function readBrandPack(directory: string = OWN_PACK): {
  pack?: BrandPack
  errors: string[]
} {
  if (own && directory === OWN_PACK) return { pack: own, errors: [] }
  const reader = createReader(directory)
  const files = new Map<string, PackFile>()
  const serve = (address: string, body: Buffer | string | null, isForEver = false) => {
    if (body !== null)
      files.set(address, { body: Buffer.from(body), type: getKind(address).type, isForEver })
  }
  const data = reader.data()
  serve('/favicon.svg', reader.drawing('favicon.svg')?.text ?? null)
  serve('/favicon.ico', reader.bytes('favicon.ico'))
  const passPictures: Record<string, Buffer> = {}
  const hasScreenshots = screenshotRules.some(({ path }) => reader.has(path))
  for (const rule of [...pictureRules, ...(hasScreenshots ? screenshotRules : [])]) {
    const picture = reader.picture(rule.path, rule.width, rule.height)
    if (!rule.path.startsWith('pass/')) serve(`/${rule.path}`, picture)
    else if (picture) passPictures[rule.path.slice('pass/'.length)] = picture
  }
  const mark = reader.drawing('mark.svg')
  const [, , width = 1, height = 1] = mark?.viewBox.split(' ').map(Number) ?? []
  if (Math.max(width / height, height / width) > SQUARE)
    reader.errors.push('mark.svg: must be a square')
  const logo = reader.has('logo.svg') ? reader.drawing('logo.svg') : null
  const iconNames = readdirSync(ownIcons)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => file.replace(/\.svg$/, ''))
    .sort()
  const icons = new Map([
    ...Object.entries({ ...(mark && { mark }), ...(logo && { logo }) }),
    ...reader.drawings('icons', iconNames),
  ])
  for (const [name, drawing] of icons)
    serve(
      `${ICONS}/${name}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawing.viewBox}">${getSymbol('icon', drawing)}<use href="#icon"/></svg>`,
    )
  const illustrations = reader.drawings('illustrations', illustrationNames)
  const fonts = (data?.font.files ?? []).map(({ file }) => {
    const body = reader.bytes(`fonts/${file}`)
    const address = `/fonts/${file.replace(/\.woff2$/, '')}-${shortHash(body ?? '')}.woff2`
    serve(address, body, true)
    return address
  })
  const sprite = getSprite(iconNames, icons)
  const spriteAddress = `/assets/icons-${shortHash(sprite)}.svg`
  serve(spriteAddress, sprite, true)
  if (!data || reader.errors.length > 0) return { errors: reader.errors }
  const complete = {
    ...(directory !== OWN_PACK && readBrandPack().pack?.illustrations),
    ...Object.fromEntries(illustrations),
  } as Record<IllustrationFile, Drawing>
  for (const [name, { text }] of Object.entries(complete))
    serve(`${ILLUSTRATIONS}/${name}.svg`, text)
  const { currency, tabs, colours } = data
  const parts = [...files].map(([address, { body }]) => address + shortHash(body))
  const pack: BrandPack = {
    ...{ data, files, fonts, illustrations: complete, icons, passPictures, hasScreenshots },
    id: shortHash(JSON.stringify([data, parts])),
    shown: {
      currency,
      tabs,
      grounds: { light: colours.light.bg, dark: colours.dark.bg },
      logo: logo?.viewBox ?? null,
      font: fonts[0] ?? '',
      icons: spriteAddress,
    },
  }
  if (directory === OWN_PACK) own = pack
  return { pack, errors: [] }
}
