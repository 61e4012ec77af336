import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A started program. */
export interface Program {
  child: ChildProcess
  /** Its output and errors so far. */
  output(): string
  /** Stops it; resolves with the exit code when its output is complete. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const START_MS = 40_000
const MAX_LEFT_MS = 1000

/**
 * Starts a program, and waits until it is ready.
 * @throws Error with its output when it ends before, or needs too long
 */
export async function startProgram(
  file: string,
  args: readonly string[],
  isReady: (output: string) => boolean | Promise<boolean>,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.once('error', (error) => (output += error.message))
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const end = Date.now() + START_MS
  while (!(await isReady(output))) {
    if (child.pid === undefined || child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`${file} ${args.join(' ')} did not start:\n${output}`)
    }
    await sleep(20)
  }
  return {
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill(signal)
        await exit
      }
      // The last lines may arrive after its exit; a remaining worker keeps the output open.
      await Promise.race([closed, sleep(MAX_LEFT_MS)])
      return child.exitCode
    },
  }
}
