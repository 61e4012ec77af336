import { spawn } from 'node:child_process'

/**
 * Runs a command without its output, and ends with it when this process is told to.
 * @param onLine hears each line that the command writes
 * @throws Error with everything that the command wrote, when it fails
 */
export async function runQuietly(
  command: string,
  args: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const isWindows = process.platform === 'win32'
  // A group of its own: what the command starts ends with it.
  const child = spawn(command, args, {
    detached: !isWindows,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (signal: NodeJS.Signals) => {
    if (child.pid) process.kill(isWindows ? child.pid : -child.pid, signal)
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      text.split('\n').forEach(onLine)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (code !== 0) throw new Error(`${output.trimEnd()}\n\n${[command, ...args].join(' ')} failed.`)
}
