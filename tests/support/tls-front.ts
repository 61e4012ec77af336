import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'

import { createAuthority } from './certificates'
import { listen } from './listen'

export type TlsFront = Awaited<ReturnType<typeof startTlsFront>>

/**
 * A TLS front, with a certificate that can expire and be renewed.
 * @param names hosts of the certificate
 */
export async function startTlsFront(to: string, names: string[]) {
  const authority = createAuthority()
  const issue = (days: number) => {
    const { certificate, key } = authority.issue(names.map((name) => `DNS:${name}`).join(), days)
    return { cert: readFileSync(certificate), key: readFileSync(key) }
  }
  const good = issue(2)
  const sockets = new Set<Socket>()
  const target = new URL(to)
  const server = createServer(good, (incoming) => {
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
  const change = (to: typeof good) => {
    server.setSecureContext(to)
    sockets.forEach((socket) => socket.destroy())
  }
  return {
    port,
    /** The authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
    authority: authority.certificate,
    expire: () => change(issue(-1)),
    renew: () => change(good),
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
