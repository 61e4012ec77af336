/** Size of a part: a reader on the slowest network takes it before the edge's time-out. */
const PIECE_BYTES = 16 * 1024

interface StreamSource {
  /** Parts of the body, made at the reader's speed. */
  pieces: AsyncIterator<string>
  /** Stops the work after the reader has disconnected. */
  leave(): void
  /** Ends the response in a readable way before the process stops. */
  stop(): void
}

/** A streamed response. The edge sends it at the reader's speed; any other response is read whole first. */
export class StreamedResponse extends Response {
  readonly isStreamed = true
  readonly stop: () => void

  constructor({ pieces, leave, stop }: StreamSource, init: ResponseInit) {
    super(getBody(pieces, leave), init)
    this.stop = stop
  }
}

function getBody(pieces: AsyncIterator<string>, leave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let rest = new Uint8Array()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (rest.length === 0) {
          const next = await pieces.next()
          if (next.done) return controller.close()
          rest = encoder.encode(next.value)
        }
        controller.enqueue(rest.subarray(0, PIECE_BYTES))
        rest = rest.subarray(PIECE_BYTES)
      },
      async cancel() {
        leave()
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
