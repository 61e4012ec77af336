import { groupInFours } from '~/lib/mask'
import type { BrandPack } from '~/brand/brand-pack.server'
import { currency } from '~/lib/currency'

import type { PassSigner } from './elsewhere.server'

/** `#0e5a3a` as Apple writes it. */
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

export interface PassOptions {
  number: string
  /** What shoppers call the shop. */
  name: string
  brand: Pick<BrandPack, 'data' | 'passPictures'>
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
  const { number, name, brand, origin, owner } = options
  const { light } = brand.data.colours
  const pass = new PKPass(
    { ...brand.passPictures },
    { signerCert: signer.certificate, signerKey: signer.key, wwdr: signer.wwdr },
    {
      formatVersion: 1,
      passTypeIdentifier: signer.typeId,
      teamIdentifier: signer.teamId,
      serialNumber: owner,
      organizationName: name,
      description: `Карта «${name}»`,
      logoText: name,
      backgroundColor: rgb(light.plate),
      foregroundColor: rgb(light['on-plate']),
      labelColor: rgb(light['on-plate-muted']),
      sharingProhibited: true,
    },
  )
  pass.type = 'storeCard'
  const altText = groupInFours(number)
  pass.secondaryFields.push({ key: 'number', label: 'Номер карты', value: altText })
  pass.backFields.push(
    {
      key: 'balance',
      label: `${currency.Plural} и баланс`,
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
