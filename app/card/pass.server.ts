import { groupInFours } from '~/lib/mask'

import type { PassSigner } from './elsewhere.server'
import icon from './pass/icon.png?inline'
import icon2x from './pass/icon@2x.png?inline'
import icon3x from './pass/icon@3x.png?inline'
import logo from './pass/logo.png?inline'
import logo2x from './pass/logo@2x.png?inline'
import logo3x from './pass/logo@3x.png?inline'

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.replace(/^[^,]*,/, ''), 'base64')

const pictures = {
  'icon.png': icon,
  'icon@2x.png': icon2x,
  'icon@3x.png': icon3x,
  'logo.png': logo,
  'logo@2x.png': logo2x,
  'logo@3x.png': logo3x,
}

export interface PassOptions {
  number: string
  brand: string
  origin: string
  /** Tells this shopper's pass from another's, and a second one replaces the first. */
  owner: string
}

/**
 * The card for Apple's wallet, signed: its number in both codes. Nothing that changes is on it.
 * Signing takes some ten milliseconds of this thread.
 */
export async function writePass(signer: PassSigner, options: PassOptions): Promise<Buffer> {
  // Loaded when the first shopper wants a pass: most containers never do.
  const { PKPass } = await import('passkit-generator')
  const { number, brand, origin, owner } = options
  const pass = new PKPass(
    Object.fromEntries(Object.entries(pictures).map(([name, url]) => [name, bytesOf(url)])),
    { signerCert: signer.certificate, signerKey: signer.key, wwdr: signer.wwdr },
    {
      formatVersion: 1,
      passTypeIdentifier: signer.typeId,
      teamIdentifier: signer.teamId,
      serialNumber: owner,
      organizationName: brand,
      description: `Карта «${brand}»`,
      logoText: brand,
      backgroundColor: 'rgb(14, 90, 58)',
      foregroundColor: 'rgb(244, 250, 236)',
      labelColor: 'rgb(195, 220, 196)',
      sharingProhibited: true,
    },
  )
  pass.type = 'storeCard'
  const altText = groupInFours(number)
  pass.secondaryFields.push({ key: 'number', label: 'Номер карты', value: altText })
  pass.backFields.push(
    {
      key: 'balance',
      label: 'Звёзды и баланс',
      value: 'Баланса на этой карте нет: он меняется, а карта в Wallet — нет.',
    },
    {
      key: 'code',
      label: 'Номер и код',
      value:
        'Здесь постоянный номер карты. В приложении магазина код меняется каждые пять минут — на кассе он надёжнее.',
    },
    { key: 'site', label: 'Карта с балансом и кодом', value: `${origin}/qr` },
  )
  const code = { message: number, messageEncoding: 'iso-8859-1', altText }
  // A watch knows no Code 128, and takes the next one.
  pass.setBarcodes(
    { format: 'PKBarcodeFormatCode128', ...code },
    { format: 'PKBarcodeFormatQR', ...code },
  )
  return pass.getAsBuffer()
}
