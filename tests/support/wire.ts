import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends raw bytes, which HTTP clients would correct. */
export interface Wire {
  socket: Socket
  /** Bytes received so far. */
  text(): string
}

/** @param isRead false leaves the response unread */
export async function openWire(address: string, isRead = true): Promise<Wire> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let text = ''
  if (isRead) socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, text: () => text }
}

/** Sends bytes and reads until the other end closes. */
export async function exchange(address: string, bytes: string): Promise<string> {
  const { socket, text } = await openWire(address)
  socket.write(bytes)
  if (!socket.closed) await once(socket, 'close')
  return text()
}

export const getStatus = (response: string) => Number(response.split(' ')[1])

/** The bytes of a request; without `Connection: close` the connection stays open. */
export function requestBytes(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body = '' }: RequestParts = {},
): string {
  const all = {
    Host: new URL(address).host,
    ...(method === 'POST' && {
      Origin: address,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

interface RequestParts {
  method?: string
  headers?: Record<string, string>
  body?: string
}
