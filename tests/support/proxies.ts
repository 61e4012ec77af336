import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../scripts/local-server'
import { createAuthority } from './certificates'
import { startProgram } from './program'

/** The host in the configurations of `deploy/`. */
export const HOST = 'april.example'

/** A real proxy with a configuration of `deploy/`, with other ports and paths. */
export interface Proxy {
  /** HTTPS address; the certificate is for `HOST`. */
  url: string
  /** HTTP address. */
  plainUrl: string
  /** Address of its metrics, if any. */
  metricsUrl: string
  /** The certificate of its authority. */
  certificate: string
  /** Its logs. */
  log(): string
  stop(): Promise<void>
}

/** Writes a certificate and its key where the configurations expect them. */
function makeCertificate(folder: string): { certificate: string; chain: string } {
  const authority = createAuthority()
  const { certificate, key } = authority.issue(`DNS:${HOST}`)
  copyFileSync(certificate, join(folder, 'fullchain.pem'))
  copyFileSync(key, join(folder, 'privkey.pem'))
  const chain = readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8')
  return { certificate: readFileSync(authority.certificate, 'utf8'), chain }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

async function run(
  command: string,
  args: string[],
  folder: string,
  ports: { https: number; http: number; metrics: number },
  readLog: (written: string) => string,
): Promise<Omit<Proxy, 'certificate'>> {
  const { output, stop } = await startProgram(command, args, () => isListening(ports.https))
  return {
    url: `https://127.0.0.1:${ports.https}`,
    plainUrl: `http://127.0.0.1:${ports.http}`,
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    log: () => readLog(output()),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Replaces each part of a text.
 * @throws Error when one is missing
 */
function replaced(text: string, parts: Record<string, string>): string {
  for (const part of Object.keys(parts))
    if (!text.includes(part)) throw new Error(`The configuration has no ${part}`)
  return Object.entries(parts).reduce((all, [part, other]) => all.replaceAll(part, other), text)
}

const listens = async () => ({
  https: await freePort(),
  http: await freePort(),
  metrics: await freePort(),
})

/** Starts the machine's nginx (`NGINX_PATH`, or the one in the path) in front of two processes. */
export async function startNginx([first, second]: readonly [number, number]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'april-nginx-'))
  const ports = await listens()
  const { certificate } = makeCertificate(folder)
  const own = replaced(readFileSync('deploy/nginx/april.conf', 'utf8'), {
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'listen 80;': `listen 127.0.0.1:${ports.http};`,
    'listen 443 ': `listen 127.0.0.1:${ports.https} `,
    '/etc/ssl/april': folder,
    '/var/log/nginx': folder,
  })
  writeFileSync(join(folder, 'april.conf'), own)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 2; events {}
     http { ${temporary.join(' ')} include ${folder}/april.conf; }`,
  )
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const log = (written: string) => written + readFileSync(join(folder, 'april.log'), 'utf8')
  const proxy = await run(process.env.NGINX_PATH ?? 'nginx', args, folder, ports, log)
  return { ...proxy, certificate }
}

/** Starts the machine's HAProxy (`HAPROXY_PATH`, or the one in the path) in front of two processes. */
export async function startHaproxy([first, second]: readonly [number, number]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'april-haproxy-'))
  const ports = await listens()
  const { certificate, chain } = makeCertificate(folder)
  writeFileSync(join(folder, 'april.pem'), chain)
  const own = replaced(readFileSync('deploy/haproxy/haproxy.cfg', 'utf8'), {
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'bind :80\n': `bind 127.0.0.1:${ports.http}\n`,
    'bind :443 ': `bind 127.0.0.1:${ports.https} `,
    '127.0.0.1:8405': `127.0.0.1:${ports.metrics}`,
    '/etc/ssl/april': folder,
    'log /dev/log local0': 'log stdout format raw local0',
    '  user haproxy\n': '',
    '  group haproxy\n': '',
  })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, own)
  const command = process.env.HAPROXY_PATH ?? 'haproxy'
  const proxy = await run(command, ['-db', '-f', file], folder, ports, (written) => written)
  return { ...proxy, certificate }
}
