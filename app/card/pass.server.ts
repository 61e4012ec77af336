import { groupInFours } from '~/domain/mask'
import type { BrandPack } from '~/brand/brand-pack.server'
import { currency } from '~/domain/currency'

import type { PassSigner } from './elsewhere.server'

/** Converts `#0e5a3a` to Apple's format. */
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

interface PassOptions {
  number: string
  /** The shop's name for shoppers. */
  name: string
  brand: Pick<BrandPack, 'data' | 'passPictures'>
  origin: string
  /** The serial number: a second pass of this shopper replaces the first. */
  owner: string
}

/**
 * Creates the signed card for Apple Wallet with its number in both codes. It contains no data that
 * change. Signing blocks the event loop for about ten milliseconds.
 */
export async function writePass(signer: PassSigner, options: PassOptions): Promise<Buffer> {
  // Loaded with the first pass, because most containers never create one.
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
  // A watch does not support Code 128 and uses the next format.
  pass.setBarcodes(
    { format: 'PKBarcodeFormatCode128', ...code },
    { format: 'PKBarcodeFormatQR', ...code },
  )
  return pass.getAsBuffer()
}
