import { execFile } from 'node:child_process'

import { appNode } from './app-process'

export interface CommandOutput {
  code: number
  text: string
}

/** Runs a command of the built application, such as `--doctor`; the responses come from this process. */
export function runCommand(command: string, env: Record<string, string>): Promise<CommandOutput> {
  return new Promise((resolve) => {
    execFile(
      appNode,
      ['build/server.js', command],
      { env: { NODE_ENV: 'production', ...env }, timeout: 300_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}
