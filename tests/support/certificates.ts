import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate authority with its certificates as PEM files. */
export interface Authority {
  certificate: string
  /**
   * A certificate with its key.
   * @param names such as `IP:127.0.0.1`
   * @param days negative for an expired one
   */
  issue(names: string, days?: number): { certificate: string; key: string }
  /** The path of another file in its folder. */
  file(name: string): string
}

export const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

const keys = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
}

/** Makes an authority with its own folder. */
export function createAuthority(kind: keyof typeof keys = 'ec'): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const file = (name: string) => join(folder, name)
  const certificate = file('authority.pem')
  const request = (name: string) => [
    ...['req', ...keys[kind], '-nodes', '-keyout', file(`${name}.key`)],
    ...['-subj', `/CN=${name} of the tests/O=April`],
  ]
  openssl(...request('authority'), '-x509', '-days', '2', '-out', certificate)
  let issued = 0
  return {
    certificate,
    file,
    issue(names, days = 2) {
      const name = String((issued += 1))
      const [wanted, made] = [file(`${name}.csr`), file(`${name}.pem`)]
      openssl(...request(name), '-new', '-addext', `subjectAltName=${names}`, '-out', wanted)
      openssl(
        ...['x509', '-req', '-in', wanted, '-days', String(days), '-copy_extensions', 'copy'],
        ...['-CA', certificate, '-CAkey', file('authority.key'), '-CAcreateserial', '-out', made],
      )
      return { certificate: made, key: file(`${name}.key`) }
    },
  }
}
