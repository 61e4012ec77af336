import { describe, expect, test } from 'vitest'

import { isRedisAddress, redisSettings } from './redis-address.server'

describe('an address of Redis', () => {
  test('of a node has one host, and a database', () => {
    expect(redisSettings('rediss://april:p%40ss%2F%3A@redis.test:6380/2')).toEqual({
      kind: 'node',
      isTls: true,
      nodes: [{ host: 'redis.test', port: 6380 }],
      masterName: '',
      database: 2,
      credentials: { username: 'april', password: 'p@ss/:' },
      sentinelCredentials: { username: 'april', password: 'p@ss/:' },
      tls: {},
    })
    expect(redisSettings('redis://april:a:b@redis.test')).toMatchObject({
      credentials: { username: 'april', password: 'a:b' },
    })
    expect(redisSettings('redis://[::1]')).toMatchObject({
      nodes: [{ host: '::1', port: 6379 }],
      tls: null,
    })
  })

  test('of sentinels ends in the master’s name and the database, and its password is for the sentinels', () => {
    const address = 'redis+sentinel://:theirs@one,two:26380/april/1'
    expect(redisSettings(address, { username: 'site', password: 'own' })).toMatchObject({
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26379 },
        { host: 'two', port: 26380 },
      ],
      masterName: 'april',
      database: 1,
      credentials: { username: 'site', password: 'own' },
      sentinelCredentials: { password: 'theirs' },
    })
  })

  test('of a cluster names some of its nodes', () => {
    const files = { ca: 'PEM', cert: undefined, key: undefined }
    expect(redisSettings('rediss+cluster://one:7000,two:7001', {}, files)).toMatchObject({
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7000 },
        { host: 'two', port: 7001 },
      ],
      tls: { ca: 'PEM' },
    })
  })

  test.each([
    'http://redis',
    'redis://',
    'redis://one,two',
    'redis://one/name',
    'redis://%/0',
    'redis://%zz:x@one',
    'redis://one:99999',
    'redis+sentinel://one,two',
    'redis+sentinel://one/a b',
    'redis+cluster://one/1',
    'redis+other://one',
  ])('like %s is refused', (text) => expect(isRedisAddress(text)).toBe(false))
})
