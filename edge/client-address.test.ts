import type { IncomingMessage } from 'node:http'

import { describe, expect, test, vi } from 'vitest'

import { createAddressReader, createProxyCheck, type TrustProxy } from './client-address'

function read(trust: TrustProxy, remoteAddress: string, forwarded?: string | string[]): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return createAddressReader(trust)({
    socket: { remoteAddress },
    headers,
  } as unknown as IncomingMessage)
}

describe('without a proxy', () => {
  test.each([undefined, '1.2.3.4', '1.2.3.4, 5.6.7.8', 'garbage'])(
    "the address is the socket's, whatever X-Forwarded-For claims: %s",
    (forwarded) => {
      expect(read(0, '203.0.113.7', forwarded)).toBe('203.0.113.7')
    },
  )
})

test('logs one warning about X-Forwarded-For when no proxy is configured', () => {
  const warn = vi.fn()
  const request = {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  } as unknown as IncomingMessage
  const unnamed = createAddressReader(0, warn)
  expect([unnamed(request), unnamed(request)]).toEqual(['10.0.0.1', '10.0.0.1'])
  createAddressReader(1, warn)(request)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a proxy network in IPv4-mapped IPv6 form matches the IPv4 addresses in it', () => {
  for (const trust of [['::ffff:10.0.0.1'], ['::ffff:10.0.0.0/104'], ['::ffff:a00:0/104']])
    expect(read(trust, '::ffff:10.0.0.1', '198.51.100.9'), trust[0]).toBe('198.51.100.9')
  expect(read(['::ffff:10.0.0.2'], '::ffff:10.0.0.1', '198.51.100.9')).toBe('10.0.0.1')
})

test('a proxy network may contain all addresses, as ::/0 or 0.0.0.0/0', () => {
  expect(read(['::/0'], '2001:db8::1', '198.51.100.9')).toBe('198.51.100.9')
  expect(read(['0.0.0.0/0'], '203.0.113.7', '198.51.100.9')).toBe('198.51.100.9')
})

describe('the client address behind a configured number of proxies', () => {
  test.each([
    ['one, which names the client', 1, '198.51.100.9', '198.51.100.9'],
    ['one, and a client that made up entries', 1, '1.1.1.1, 2.2.2.2, 198.51.100.9', '198.51.100.9'],
    ['two', 2, '198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['two, and a made-up entry', 2, '1.1.1.1, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['one, with the client’s port', 1, '198.51.100.9:40312', '198.51.100.9'],
    ['one, with spaces', 1, ' 9.9.9.9 ,  198.51.100.9 ', '198.51.100.9'],
  ])('%s', (_, hops, forwarded, client) => {
    expect(read(hops, '10.0.0.1', forwarded)).toBe(client)
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['fewer entries than proxies', '1.1.1.1'],
  ])('%s leaves the socket’s address', (_, forwarded) => {
    expect(read(2, '10.0.0.1', forwarded)).toBe('10.0.0.1')
  })

  test.each(['unknown', '_hidden', '999.1.1.1', '1.1.1.1 or so', '<script>', '', '1.2.3'])(
    'an invalid entry in X-Forwarded-For leaves the last valid address: %j',
    (entry) => {
      expect(read(1, '10.0.0.1', `1.1.1.1, ${entry}`)).toBe('10.0.0.1')
      expect(read(2, '10.0.0.1', `${entry}, 10.0.0.2`)).toBe('10.0.0.2')
    },
  )
})

describe('reading X-Forwarded-For behind proxies in configured networks', () => {
  const ours = ['10.0.0.0/8', '2001:db8:ff::/48', '192.0.2.1']

  test.each([
    ['passes over all of ours', '198.51.100.9, 192.0.2.1, 10.9.9.9', '198.51.100.9'],
    ['stops at the first that is not', '1.1.1.1, 198.51.100.9, 10.9.9.9', '198.51.100.9'],
    ['stops at garbage', '198.51.100.9, nonsense, 10.9.9.9', '10.9.9.9'],
    ['knows its own in either family', '198.51.100.9, 2001:db8:ff::7', '198.51.100.9'],
    ['takes the first when all are ours', '10.1.1.1, 10.9.9.9', '10.1.1.1'],
  ])('%s', (_, forwarded, client) => {
    expect(read(ours, '::ffff:10.0.0.1', forwarded)).toBe(client)
  })

  test('ignores headers of a client that is outside the configured networks', () => {
    expect(read(ours, '203.0.113.7', '1.1.1.1')).toBe('203.0.113.7')
  })
})

describe('an IPv6 client address', () => {
  test.each([
    ['is counted by its network', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['in its short form too', '2001:db8::6', '2001:db8::/64'],
    ['with a zone', 'fe80::1%eth0', 'fe80::/64'],
    ['that is IPv4 in disguise is IPv4', '::ffff:203.0.113.7', '203.0.113.7'],
    ['in hexadecimal disguise as well', '::ffff:cb00:7107', '203.0.113.7'],
  ])('%s', (_, address, client) => {
    expect(read(0, address)).toBe(client)
  })

  test('is read from a header with brackets and a port', () => {
    expect(read(1, '10.0.0.1', '[2001:db8:1:2::9]:4711')).toBe('2001:db8:1:2::/64')
  })
})

describe('detects whether a request passed the configured proxies:', () => {
  test.each<[string, TrustProxy, string, string | undefined, boolean]>([
    ['there is none', 0, '10.0.0.1', '198.51.100.9', false],
    ['one of one', 1, '10.0.0.1', '198.51.100.9', true],
    ['one that contains no personal data is none', 1, '10.0.0.1', undefined, false],
    ['one of two: the other was gone round', 2, '10.0.0.1', '198.51.100.9', false],
    ['two of two', 2, '10.0.0.1', '198.51.100.9, 10.0.0.2', true],
    ['one of our networks', ['10.0.0.0/8'], '::ffff:10.0.0.1', undefined, true],
    ['somebody else', ['10.0.0.0/8'], '203.0.113.7', '198.51.100.9, 10.0.0.2', false],
    ['no proxy any longer', ['10.0.0.0/8'], '', '198.51.100.9', false],
  ])('%s', (_, trust, remoteAddress, forwarded, isOurs) => {
    const request = {
      socket: { remoteAddress },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    } as unknown as IncomingMessage
    expect(createProxyCheck(trust)(request)).toBe(isOurs)
  })
})
