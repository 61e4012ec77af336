import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { WebSocketServer, type WebSocket } from 'ws'

import type { OpenRequest } from '../../app/push/push-delivery.server'
import { listen } from '../support/listen'

interface FromBrowser {
  messageType: 'hello' | 'register' | 'unregister' | 'ack' | 'nack' | 'broadcast_subscribe'
  uaid?: string
  channelID?: string
}

const OK = 200
/** An endpoint of Firefox's subscriptions; its last part names the channel. */
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/'

/** Mozilla's push service on this machine: a web socket for browsers, and an address to which senders post. */
export async function startPushService() {
  const channels = new Map<string, WebSocket>()
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, channels).then((status) => outgoing.writeHead(status).end())
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as FromBrowser
      const response = answerTo(message)
      if (message.messageType === 'register') channels.set(message.channelID ?? '', socket)
      if (message.messageType === 'unregister') channels.delete(message.channelID ?? '')
      if (response) socket.send(JSON.stringify(response))
    })
  })
  const port = await listen(server)
  /** Connects a sender to this service, for any subscription. */
  const open: OpenRequest = ({ pathname }, { method, headers, signal }, onResponse) =>
    request({ host: '127.0.0.1', port, path: pathname, method, headers, signal }, onResponse)
  return {
    open,
    /** Firefox preferences: this service's address, without encryption. */
    preferences: {
      'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      // Automation switches the connection off.
      'dom.push.connection.enabled': true,
      // No desktop can show notifications.
      'alerts.useSystemBackend': false,
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerTo({ messageType, uaid, channelID }: FromBrowser) {
  if (messageType === 'hello')
    return {
      messageType,
      uaid: uaid || randomBytes(16).toString('hex'),
      status: OK,
      use_webpush: true,
      broadcasts: {},
    }
  if (messageType === 'register')
    return { messageType, channelID, status: OK, pushEndpoint: ENDPOINT + channelID }
  return messageType === 'unregister' ? { messageType, channelID, status: OK } : null
}

/** Passes a sender's message to the browser with the channel. */
async function pass(incoming: IncomingMessage, channels: Map<string, WebSocket>): Promise<number> {
  const sealed = await buffer(incoming)
  const channelID = incoming.url?.split('/').at(-1) ?? ''
  const socket = channels.get(channelID)
  if (!socket) return 410
  const encoding = incoming.headers['content-encoding']
  socket.send(
    JSON.stringify({
      messageType: 'notification',
      channelID,
      version: randomUUID(),
      data: sealed.toString('base64url'),
      headers: { encoding },
    }),
  )
  return 201
}
