import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between the application and another service. */
export interface Gate {
  port: number
  url: string
  /** Closes the port, like a stopped gateway. */
  stop(): Promise<void>
  /** Drops every packet, like a firewall without an egress rule. */
  block(): void
  /** Passes everything again. */
  open(): Promise<void>
  close(): Promise<void>
}

export async function startGate(to: string): Promise<Gate> {
  const sockets = new Set<Socket>()
  const target = new URL(to)
  let isBlocked = false
  const server = createServer((incoming) => {
    keep(incoming)
    if (isBlocked) return
    const onward = keep(connect(Number(target.port), target.hostname))
    incoming.pipe(onward).pipe(incoming)
    incoming.on('close', () => onward.destroy())
    onward.on('close', () => incoming.destroy())
  })
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const drop = () => sockets.forEach((socket) => socket.destroy())
  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function stop() {
    drop()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop,
    block() {
      isBlocked = true
      drop()
    },
    async open() {
      isBlocked = false
      drop()
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
