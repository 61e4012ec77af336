import { createServer, request, type Server } from 'node:http'

import { close, listen } from './listen'

/**
 * How the network treats requests: passes them, disconnects, hangs, disconnects every GET, or responds with a
 * status.
 */
export type NetworkCondition = 'fine' | 'gone' | 'hangs' | 'after the form' | number

export type Network = Awaited<ReturnType<typeof startNetwork>>

/** A network between the browser and the application that can turn bad. */
export async function startNetwork() {
  let condition: NetworkCondition = 'fine'
  let target = ''
  const server: Server = createServer((incoming, outgoing) => {
    if (condition === 'gone') return void incoming.socket.destroy()
    if (condition === 'hangs') return
    if (condition === 'after the form' && incoming.method === 'GET')
      return void incoming.socket.destroy()
    if (typeof condition === 'number')
      return void outgoing.writeHead(condition, { 'Content-Type': 'text/plain' }).end('no')
    const { method, url, headers } = incoming
    const passed = request(target + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  return {
    origin: `http://localhost:${await listen(server, 'localhost')}`,
    /** Sets the address to which requests are forwarded. */
    forwardTo: (address: string) => void (target = address),
    turn(next: NetworkCondition) {
      condition = next
      // Ends hanging requests, as a phone does when it changes its network.
      server.closeAllConnections()
    },
    close: () => close(server),
  }
}
