import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Has a server listen on a free port of this machine; resolves with the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Closes a server with its connections; resolves when it is closed. */
export async function close(server: HttpServer): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
