import { spawnSync } from 'node:child_process'

/** A separate network for some processes, connected to the machine's by one virtual cable. */
export interface NetworkNamespace {
  name: string
  /** Its address, and the machine's address on the cable. */
  inside: string
  outside: string
  /** Disconnects the cable: no packet passes, and no connection closes. */
  cut(): void
  join(): void
  remove(): void
}

const run = (...args: string[]) => spawnSync('ip', args).status === 0

/** Makes one; null without the permission, as in most containers. */
export function createNamespace(): NetworkNamespace | null {
  const id = process.pid % 60_000
  const name = `april-${id}`
  const [host, peer] = [`avh${id}`, `avp${id}`]
  const network = `10.213.${id % 250}`
  const [outside, inside] = [`${network}.1`, `${network}.2`]
  const remove = () => void run('netns', 'delete', name)
  const isMade =
    run('netns', 'add', name) &&
    run('link', 'add', host, 'type', 'veth', 'peer', 'name', peer, 'netns', name) &&
    run('addr', 'add', `${outside}/24`, 'dev', host) &&
    run('link', 'set', host, 'up') &&
    run('-n', name, 'addr', 'add', `${inside}/24`, 'dev', peer) &&
    run('-n', name, 'link', 'set', 'lo', 'up') &&
    run('-n', name, 'link', 'set', peer, 'up')
  if (!isMade) {
    remove()
    return null
  }
  return {
    name,
    inside,
    outside,
    // At its own end, so that the machine's addresses do not change.
    cut: () => void run('-n', name, 'link', 'set', peer, 'down'),
    join: () => void run('-n', name, 'link', 'set', peer, 'up'),
    remove,
  }
}
