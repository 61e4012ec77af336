/** The role of a Redis: `state` must never evict, `cache` should. */
export type RedisRole = 'state' | 'cache'

export interface RedisNode {
  host: string
  port: number
}

interface Credentials {
  username?: string
  password?: string
}

interface RedisAddress extends Credentials {
  kind: 'node' | 'sentinel' | 'cluster'
  isTls: boolean
  /** The node, the sentinels, or some nodes of the cluster. */
  nodes: RedisNode[]
  /** The sentinels' name of the master; otherwise empty. */
  masterName: string
  database: number
}

export interface RedisSettings extends Omit<RedisAddress, 'username' | 'password'> {
  /** User and password of Redis. */
  credentials: Credentials
  /** User and password of the sentinels. */
  sentinelCredentials: Credentials
  /** PEM files; null without encryption. */
  tls: { ca?: string; cert?: string; key?: string } | null
}

const FORM =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?[^#]*)?$/
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i
const MASTER_NAME = /^[\w.-]{1,100}$/

/** Parses an address; null when it is invalid. */
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

/** Whether a text is a Redis address: of a node, of sentinels with a master's name, or of a cluster. */
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
 * The connection settings of an address. The user in the address signs in to the node, the cluster or the
 * sentinels. Behind sentinels it also signs in to Redis, unless `own` names another user.
 * @param own the user of Redis, if another one than in the address
 * @param files PEM files, for an address with TLS
 * @throws Error for an address that `isRedisAddress` refuses
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
