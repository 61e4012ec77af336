/** What a Redis is for; `state` may never evict, `cache` may always. */
export type RedisRole = 'state' | 'cache'

export interface RedisNode {
  host: string
  port: number
}

interface Credentials {
  username?: string
  password?: string
}

/** What an address of Redis says. */
interface RedisAddress extends Credentials {
  kind: 'node' | 'sentinel' | 'cluster'
  isTls: boolean
  /** The node, or the sentinels, or some nodes of the cluster. */
  nodes: RedisNode[]
  /** How sentinels call the master; of the others an empty text. */
  masterName: string
  database: number
}

/** How to reach one Redis, whoever runs it. */
export interface RedisSettings extends Omit<RedisAddress, 'username' | 'password'> {
  /** Of Redis itself. */
  credentials: Credentials
  /** Of the sentinels in front of it. */
  sentinelCredentials: Credentials
  /** PEM; null: the connection is not encrypted. */
  tls: { ca?: string; cert?: string; key?: string } | null
}

const FORM =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?[^#]*)?$/
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i
const MASTER_NAME = /^[\w.-]{1,100}$/

/** Reads an address; null: it is none. */
function readAddress(text: string): RedisAddress | null {
  const [, scheme, given, user = '', hosts = '', path = ''] = FORM.exec(text) ?? []
  if (!scheme) return null
  const kind = given === 'sentinel' || given === 'cluster' ? given : 'node'
  const urls = hosts.split(',').map((host) => `redis://${host}`)
  if (!hosts.split(',').every((host) => HOST.test(host)) || !urls.every((url) => URL.canParse(url)))
    return null
  if (kind === 'node' && urls.length > 1) return null
  const [masterName = '', database] = kind === 'sentinel' ? path.split('/') : ['', path]
  if (kind === 'sentinel' && !MASTER_NAME.test(masterName)) return null
  if (!/^\d{0,4}$/.test(database ?? '') || (kind === 'cluster' && path !== '')) return null
  const [username = '', password] = user.split(/:(.*)/s).map(decodeURIComponent)
  return {
    kind,
    isTls: scheme === 'rediss',
    nodes: urls.map((url) => {
      const { hostname, port } = new URL(url)
      const host = hostname.replace(/^\[(.+)\]$/, '$1')
      return { host, port: Number(port || (kind === 'sentinel' ? 26379 : 6379)) }
    }),
    ...(username && { username }),
    ...(password && { password }),
    masterName,
    database: Number(database ?? 0),
  }
}

/** Whether a text is an address of Redis: one node, sentinels with the name of the master, or a cluster. */
export function isRedisAddress(text: string): boolean {
  try {
    return readAddress(text) !== null
  } catch {
    return false
  }
}

const present = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: string
  }

/**
 * How to reach the Redis of this address. The user inside the address is that of what it names: of the
 * node, of the cluster, or of the sentinels, and there of Redis too if no other is given.
 * @param own the user of Redis itself
 * @param files PEM, for an address with TLS
 * @throws Error for what `isRedisAddress` denies
 */
export function redisSettings(
  text: string,
  own: { username?: string | undefined; password?: string | undefined } = {},
  files: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } = {},
): RedisSettings {
  const address = readAddress(text)
  if (!address) throw new Error('must be an address of Redis')
  const { username, password, ...rest } = address
  const inAddress = present({ username, password })
  return {
    ...rest,
    credentials: own.password === undefined ? inAddress : present(own),
    sentinelCredentials: inAddress,
    tls: rest.isTls ? present(files) : null,
  }
}
