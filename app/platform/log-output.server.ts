import { createWriteStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Lines beyond these bytes are dropped: a reader stalls, or a disk hangs. */
const MAX_BYTES = 1_048_576
const FLUSH_CHECK_MS = 20

/** Where log lines go. Writing never waits, throws or keeps the process alive. */
interface LogOutput {
  write(line: string): void
  /** Waits until all lines are written, for so long at most. */
  flush(maxMs: number): Promise<void>
}

/** A pipe is written without blocking, a file by another thread: neither holds requests. */
function open(fd: number): Writable {
  const found = fstatSync(fd)
  const isPipe = found.isFIFO() || found.isSocket()
  const output = isPipe
    ? new Socket({ fd, readable: false, writable: true })
    : createWriteStream('', { fd, autoClose: false })
  // Each lost line reports its error to its own callback.
  return output.on('error', () => undefined)
}

/**
 * Writes to a file descriptor with bounded memory. Lines that do not fit, or that a full disk or a closed
 * reader refuses, are dropped and counted.
 * @param onDropped called for each lost line
 */
export function createLogOutput(fd: number, onDropped: () => void): LogOutput {
  let output = open(fd)
  let pending = 0
  return {
    write(line) {
      // A full disk ends the stream; it may have room again.
      if (!output.writable && !(output instanceof Socket)) output = open(fd)
      if (!output.writable || output.writableLength > MAX_BYTES) return onDropped()
      pending += 1
      output.write(line, (error) => {
        pending -= 1
        if (error) onDropped()
      })
    },
    async flush(maxMs) {
      for (let waited = 0; pending > 0 && waited < maxMs; waited += FLUSH_CHECK_MS)
        await sleep(FLUSH_CHECK_MS)
    },
  }
}
