// Independent decoders: a code is good when each of them reads it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import {
  BarcodeFormat,
  BinaryBitmap,
  Code128Reader,
  DecodeHintType,
  HybridBinarizer,
  RGBLuminanceSource,
} from '@zxing/library'
import jsQR from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

import { toRgba, type Picture } from './camera'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer } })

type Decode = (picture: Picture) => string | null | Promise<string | null>

async function byCpp(picture: Picture, format: 'QRCode' | 'Code128'): Promise<string | null> {
  const { width, height } = picture
  const image = { data: toRgba(picture), width, height, colorSpace: 'srgb' as const }
  const [found] = await readBarcodes(image as ImageData, { formats: [format], tryHarder: true })
  return found?.text ?? null
}

function byLibrary({ width, height, grey }: Picture): string | null {
  const source = new RGBLuminanceSource(Uint8ClampedArray.from(grey), width, height)
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.TRY_HARDER, true],
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
  ])
  try {
    return new Code128Reader()
      .decode(new BinaryBitmap(new HybridBinarizer(source)), hints)
      .getText()
  } catch {
    return null
  }
}

/** The decoders of each kind of code, by name. */
export const decoders: Record<'qr' | 'bars', Record<string, Decode>> = {
  qr: {
    jsQR: (picture) => jsQR(toRgba(picture), picture.width, picture.height)?.data ?? null,
    'ZXing-C++': (picture) => byCpp(picture, 'QRCode'),
  },
  bars: {
    'ZXing-C++': (picture) => byCpp(picture, 'Code128'),
    '@zxing/library': byLibrary,
  },
}
