import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'

import { listen } from './listen'

/** A TLS front, with a certificate that can expire and be renewed. */
export interface TlsFront {
  port: number
  /** The authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  authority: string
  expire(): void
  renew(): void
  close(): Promise<void>
}

/** @param names hosts of the certificate */
export async function startTlsFront(to: string, names: string[]): Promise<TlsFront> {
  const made = makeCertificates(names)
  const sockets = new Set<Socket>()
  const target = new URL(to)
  const server = createServer({ key: made.key, cert: made.good }, (incoming) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const socket of [incoming, onward]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => [incoming, onward].forEach((each) => each.destroy()))
    }
    incoming.pipe(onward).pipe(incoming)
  })
  server.on('tlsClientError', () => undefined)
  const port = await listen(server)
  const change = (cert: string) => {
    server.setSecureContext({ key: made.key, cert })
    sockets.forEach((socket) => socket.destroy())
  }
  return {
    port,
    authority: made.authority,
    expire: () => change(made.expired),
    renew: () => change(made.good),
    async close() {
      sockets.forEach((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}

/** Node options that lead a program's connections to this host to the front. */
export function ledTo({ port }: TlsFront, host: string): string {
  const code = `
    import tls from 'node:tls'
    const connect = tls.connect
    tls.connect = (options, ...rest) => options?.host === '${host}'
      ? connect({ ...options, host: '127.0.0.1', port: ${port}, lookup: undefined }, ...rest)
      : connect(options, ...rest)`
  return `--import data:text/javascript,${encodeURIComponent(code)}`
}

function makeCertificates(names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'april-tls-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const asked = (name: string) => [
    ...['-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`), '-subj', `/CN=${name}`],
  ]
  writeFileSync(file('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`)
  openssl('req', '-x509', ...asked('authority'), '-days', '2', '-out', file('authority.pem'))
  openssl('req', '-new', ...asked('site'), '-out', file('site.csr'))
  // Expired yesterday: OpenSSL accepts negative days.
  for (const [name, days] of Object.entries({ good: '2', expired: '-1' }))
    openssl(
      ...['x509', '-req', '-in', file('site.csr'), '-days', days, '-CAcreateserial'],
      ...['-CA', file('authority.pem'), '-CAkey', file('authority.key')],
      ...['-extfile', file('names'), '-out', file(`${name}.pem`)],
    )
  const read = (name: string) => readFileSync(file(name), 'utf8')
  return {
    authority: file('authority.pem'),
    key: read('site.key'),
    good: read('good.pem'),
    expired: read('expired.pem'),
  }
}
