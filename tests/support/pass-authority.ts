import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** An authority like Apple's for one suite: its root, and a certificate of a pass type. */
export function createPassAuthority() {
  const directory = mkdtempSync(join(tmpdir(), 'passes-'))
  const file = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const made = (name: string) => [
    ...['-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`)],
    ...['-subj', `/CN=${name} of the tests/O=April`],
  ]
  openssl('req', '-x509', ...made('authority'), '-days', '2', '-out', file('authority.pem'))
  openssl('req', '-new', ...made('pass'), '-out', file('pass.csr'))
  openssl(
    ...['x509', '-req', '-in', file('pass.csr'), '-days', '2', '-CAcreateserial'],
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-out', file('pass.pem')],
  )
  return {
    file,
    openssl,
    settings: {
      PASS_CERTIFICATE_FILE: file('pass.pem'),
      PASS_KEY_FILE: file('pass.key'),
      PASS_WWDR_FILE: file('authority.pem'),
      PASS_TYPE_ID: 'pass.example.april',
      PASS_TEAM_ID: 'ABCDE12345',
    },
    signer: {
      certificate: readFileSync(file('pass.pem'), 'utf8'),
      key: readFileSync(file('pass.key'), 'utf8'),
      wwdr: readFileSync(file('authority.pem'), 'utf8'),
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
