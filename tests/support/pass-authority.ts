import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

import { createAuthority } from './certificates'

/** An authority like Apple's for one suite: its root, and a certificate of a pass type. */
export function createPassAuthority() {
  const { certificate: root, file, issue } = createAuthority('rsa')
  const { certificate, key } = issue('DNS:pass')
  return {
    file,
    settings: {
      PASS_CERTIFICATE_FILE: certificate,
      PASS_KEY_FILE: key,
      PASS_WWDR_FILE: root,
      PASS_TYPE_ID: 'pass.example.april',
      PASS_TEAM_ID: 'ABCDE12345',
    },
    signer: {
      certificate: readFileSync(certificate, 'utf8'),
      key: readFileSync(key, 'utf8'),
      wwdr: readFileSync(root, 'utf8'),
      typeId: 'pass.example.april',
      teamId: 'ABCDE12345',
    },
  }
}

const DIRECTORY_ENTRY = 0x02014b50
const END_OF_DIRECTORY = Buffer.from('504b0506', 'hex')
const DEFLATED = 8

/** The files of a zip archive, from its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(END_OF_DIRECTORY)
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const method = archive.readUInt16LE(at + 10)
    const size = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((by) => archive.readUInt16LE(at + by))
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(begin, begin + size)
    files.set(
      archive.toString('utf8', at + 46, at + 46 + name!),
      method === DEFLATED ? inflateRawSync(bytes) : bytes,
    )
    at += 46 + name! + extra! + comment!
  }
  return files
}
