import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { appNode } from '../support/app-process'

/** Starts a file of this folder as a process of its own, which ends with this one. */
export function startChild(file: string, argument: string): ChildProcess {
  const child = spawn(appNode, ['--import', 'tsx', `tests/bench/${file}`, argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  process.once('exit', () => child.kill())
  return child
}

/** Where such a process listens; it says so in its first message. */
export async function getOrigin(child: ChildProcess): Promise<string> {
  const [address] = (await once(child, 'message')) as [AddressInfo]
  return `http://127.0.0.1:${address.port}`
}
