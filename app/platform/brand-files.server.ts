import { readFileSync } from 'node:fs'

import { brandCss } from '~/brand/brand-css.server'
import type { BrandPack, PackFile } from '~/brand/brand-pack.server'
import { OFFLINE_DRAWING } from '~/domain/worker-messages'
import type { WorkerBrand } from '~/domain/shown-brand'
import { env } from './env.server'

/** The folder of the build, relative to any file of the server bundle. */
const BUILD = import.meta.url.replace(/server\/(assets\/)?[^/]*$/, '')

const files = new Map<string, string>()

/**
 * The text of a file of the browser build, read once.
 * @param path as requested by browsers, e.g. `/assets/root-a1b2c3.css`
 * @throws Error when it does not exist
 */
export function readBuiltFile(path: string): string {
  let text = files.get(path)
  if (text === undefined) {
    text = readFileSync(new URL(`client${path}`, BUILD), 'utf8').trim()
    files.set(path, text)
  }
  return text
}

const WORKER = '/sw.js'
/** Brand files of the installed application's shell. */
const shellFiles = ['/favicon.svg', '/icon-192.png', OFFLINE_DRAWING]

let css: { of: BrandPack; css: ReturnType<typeof brandCss> } | undefined

/** The styles of the current brand, made once. */
export function currentBrandCss(): ReturnType<typeof brandCss> {
  const { brand } = env()
  if (css?.of !== brand) css = { of: brand, css: brandCss(brand) }
  return css.css
}

/**
 * The service worker's script with the brand's values in front. A change of the brand changes the script, so
 * browsers update the worker.
 */
function workerFile({ id, shown, fonts }: BrandPack): PackFile | null {
  // The development server has no worker.
  if (import.meta.env.DEV) return null
  const brand: WorkerBrand = {
    id,
    files: [...fonts.slice(0, 1), shown.icons, ...shellFiles],
    shown: { ...shown, name: env().BRAND_NAME, offlineStyles: currentBrandCss().offline },
  }
  const body = Buffer.from(`const BRAND=${JSON.stringify(brand)};\n${readBuiltFile(WORKER)}`)
  return { body, type: 'text/javascript; charset=utf-8', isForEver: false }
}

/** Every file of the current brand by address, with the worker. */
export function brandFiles(): Map<string, PackFile> {
  const { brand } = env()
  const files = new Map(brand.files)
  const worker = workerFile(brand)
  if (worker) files.set(WORKER, worker)
  return files
}

/** The look of pages outside the application. */
export interface PlainLook {
  drawing: string
  /** Background of the button. */
  ground: string
  ink: string
}

/** The look of pages outside the application, from the brand's light theme. */
export function plainLook(): PlainLook {
  const { brand } = env()
  const { primary, 'on-primary': ink } = brand.data.colours.light
  return { drawing: brand.illustrations.warning.text, ground: primary, ink }
}
