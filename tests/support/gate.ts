import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Gate = Awaited<ReturnType<typeof startGate>>

/** A network between the application and another service. */
export async function startGate(to: string) {
  const sockets = new Set<Socket>()
  const target = new URL(to)
  const server = createServer((incoming) => {
    keep(incoming)
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
  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** Closes the port, like a stopped gateway. */
  async function stop() {
    sockets.forEach((socket) => socket.destroy())
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    /** Passes everything again. */
    async open() {
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
