/** What is handed on at a time: a reader on the slowest network takes it within the edge's patience. */
const PIECE_BYTES = 16 * 1024

export interface StreamSource {
  /** What is sent, made no sooner than the reader asks for it. */
  pieces: AsyncIterator<string>
  /** The reader is gone: whatever is under way for it is given up. */
  leave(): void
  /** The process is about to end: what is under way comes to an end that can be read. */
  stop(): void
}

/**
 * An answer that is sent while it is made. The edge hands it on as fast as it is read and no
 * faster; any other answer is read whole first.
 */
export class StreamedResponse extends Response {
  readonly isStreamed = true
  readonly stop: () => void

  constructor({ pieces, leave, stop }: StreamSource, init: ResponseInit) {
    super(bodyOf(pieces, leave), init)
    this.stop = stop
  }
}

function bodyOf(pieces: AsyncIterator<string>, leave: () => void): ReadableStream<Uint8Array> {
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
