import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'

import { beforeAll, expect, test } from 'vitest'

import { openssl } from '../../tests/support/certificates'
import { createPassAuthority, unzip } from '../../tests/support/pass-authority'
import { readBrandPack } from '~/brand/brand-pack.server'
import { writePass } from './pass.server'

const NUMBER = '0123456789012345'
let authority: ReturnType<typeof createPassAuthority>
let files: Map<string, Buffer>

const brand = readBrandPack().pack!
const options = {
  number: NUMBER,
  name: 'Апрель',
  brand,
  origin: 'https://april.example',
  owner: 'owner',
}

beforeAll(async () => {
  authority = createPassAuthority()
  files = unzip(await writePass(authority.signer, options))
})

const verify = (manifest: Buffer) => {
  writeFileSync(authority.file('manifest.json'), manifest)
  writeFileSync(authority.file('signature'), files.get('signature')!)
  return openssl(
    ...['smime', '-verify', '-binary', '-inform', 'DER', '-in', authority.file('signature')],
    ...['-content', authority.file('manifest.json'), '-CAfile', authority.settings.PASS_WWDR_FILE],
    // Apple's authority has another purpose than the authority of these tests.
    ...['-purpose', 'any'],
  ).toString('utf8')
}

test('has a signature that is valid for the operator’s authority', () => {
  const manifest = files.get('manifest.json')!
  expect(verify(manifest)).toBe(manifest.toString('utf8'))
})

test('lists the hash of each of its files, and no other', () => {
  const manifest = JSON.parse(files.get('manifest.json')!.toString('utf8')) as object
  const hashes = Object.fromEntries(
    [...files]
      .filter(([name]) => name !== 'manifest.json' && name !== 'signature')
      .map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]),
  )
  expect(manifest).toEqual(hashes)
  expect(Object.keys(hashes)).toEqual(
    expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'logo.png']),
  )
})

test('5.5: shows the card number in Code 128 and QR, and states on its back that the pass has no balance', () => {
  const pass = JSON.parse(files.get('pass.json')!.toString('utf8'))
  const altText = '0123 4567 8901 2345'
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.april',
    teamIdentifier: 'ABCDE12345',
    serialNumber: 'owner',
    organizationName: 'Апрель',
    sharingProhibited: true,
    backgroundColor: 'rgb(14, 90, 58)',
    foregroundColor: 'rgb(244, 250, 236)',
    barcodes: [
      { format: 'PKBarcodeFormatCode128', message: NUMBER, altText },
      { format: 'PKBarcodeFormatQR', message: NUMBER, altText },
    ],
  })
  expect(pass.storeCard.secondaryFields[0]).toMatchObject({ value: altText })
  expect(JSON.stringify(pass.storeCard.backFields)).toContain('Баланса на этой карте нет')
})
