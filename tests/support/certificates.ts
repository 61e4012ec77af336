import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate authority with its certificates as PEM files. */
export interface Authority {
  certificate: string
  /** A certificate for these names, such as `IP:127.0.0.1`, with its key. */
  issue(names: string): { certificate: string; key: string }
}

/** Makes an authority with its own folder. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const own = ['-nodes', '-days', '2', '-keyout', file('ca.key'), '-out', file('ca.crt')]
  openssl(...request, ...own, '-subj', '/CN=authority of the tests')
  let issued = 0
  return {
    certificate: file('ca.crt'),
    issue(names) {
      issued += 1
      const [certificate, key] = [file(`${issued}.crt`), file(`${issued}.key`)]
      const signed = ['-CA', file('ca.crt'), '-CAkey', file('ca.key')]
      const made = ['-nodes', '-days', '2', '-keyout', key, '-out', certificate]
      openssl(
        ...request,
        ...made,
        ...signed,
        '-subj',
        '/CN=redis',
        '-addext',
        `subjectAltName=${names}`,
      )
      return { certificate, key }
    },
  }
}
