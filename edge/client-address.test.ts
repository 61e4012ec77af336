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
    ['is the only entry for one proxy', 1, '198.51.100.9', '198.51.100.9'],
    ['is the last entry for one proxy', 1, '1.1.1.1, 2.2.2.2, 198.51.100.9', '198.51.100.9'],
    ['is the first of two entries for two proxies', 2, '198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['is the last but one for two proxies', 2, '1.1.1.1, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['is read from an entry with a port', 1, '198.51.100.9:40312', '198.51.100.9'],
    ['is read from an entry with spaces', 1, ' 9.9.9.9 ,  198.51.100.9 ', '198.51.100.9'],
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
    ['skips all entries of the networks', '198.51.100.9, 192.0.2.1, 10.9.9.9', '198.51.100.9'],
    ['takes the last entry outside them', '1.1.1.1, 198.51.100.9, 10.9.9.9', '198.51.100.9'],
    ['stops at an invalid entry', '198.51.100.9, nonsense, 10.9.9.9', '10.9.9.9'],
    ['skips IPv6 entries of the networks', '198.51.100.9, 2001:db8:ff::7', '198.51.100.9'],
    ['takes the first entry when all are in the networks', '10.1.1.1, 10.9.9.9', '10.1.1.1'],
  ])('%s', (_, forwarded, client) => {
    expect(read(ours, '::ffff:10.0.0.1', forwarded)).toBe(client)
  })

  test('ignores headers of a client that is outside the configured networks', () => {
    expect(read(ours, '203.0.113.7', '1.1.1.1')).toBe('203.0.113.7')
  })
})

describe('an IPv6 client address', () => {
  test.each([
    ['is reduced to its /64 network', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['in short form is reduced to its /64 network', '2001:db8::6', '2001:db8::/64'],
    ['with a zone id is reduced to its /64 network', 'fe80::1%eth0', 'fe80::/64'],
    ['that maps an IPv4 address is read as IPv4', '::ffff:203.0.113.7', '203.0.113.7'],
    ['that maps an IPv4 address in hexadecimal is read as IPv4', '::ffff:cb00:7107', '203.0.113.7'],
  ])('%s', (_, address, client) => {
    expect(read(0, address)).toBe(client)
  })

  test('is read from a header with brackets and a port', () => {
    expect(read(1, '10.0.0.1', '[2001:db8:1:2::9]:4711')).toBe('2001:db8:1:2::/64')
  })
})

describe('detects whether a request passed the configured proxies:', () => {
  test.each<[string, TrustProxy, string, string | undefined, boolean]>([
    ['no, without a configured proxy', 0, '10.0.0.1', '198.51.100.9', false],
    ['yes, through one of one proxy', 1, '10.0.0.1', '198.51.100.9', true],
    ['no, without X-Forwarded-For behind one proxy', 1, '10.0.0.1', undefined, false],
    ['no, through one of two proxies', 2, '10.0.0.1', '198.51.100.9', false],
    ['yes, through two of two proxies', 2, '10.0.0.1', '198.51.100.9, 10.0.0.2', true],
    ['yes, from a configured network', ['10.0.0.0/8'], '::ffff:10.0.0.1', undefined, true],
    ['no, from another network', ['10.0.0.0/8'], '203.0.113.7', '198.51.100.9, 10.0.0.2', false],
    ['no, without a socket address', ['10.0.0.0/8'], '', '198.51.100.9', false],
  ])('%s', (_, trust, remoteAddress, forwarded, isOurs) => {
    const request = {
      socket: { remoteAddress },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    } as unknown as IncomingMessage
    expect(createProxyCheck(trust)(request)).toBe(isOurs)
  })
})
