import { beforeAll, expect, test } from 'vitest'

import { sharedCrawl, type Crawl } from '../support/crawl'

let crawl: Crawl
beforeAll(async () => {
  crawl = await sharedCrawl()
  for (const kind of ['tokens', 'phones', 'codes', 'cards'] as const)
    expect(crawl.secrets[kind].length, kind).toBeGreaterThan(3)
})

const JWT = /eyJ[\w-]+\.eyJ/
const getSecrets = ({ secrets: { tokens, body } }: Crawl) => [...tokens, JWT, body]

test('no page and no data of a page contains a token or the body of a failed gateway call', () => {
  expect(crawl.responses.length).toBeGreaterThan(150)
  for (const { address, text } of crawl.responses)
    for (const secret of getSecrets(crawl)) expect(text, address).not.toMatch(secret)
})

test('no page contains a whole phone number but formatted or masked', () => {
  for (const { address, text } of crawl.responses)
    for (const phone of crawl.secrets.phones)
      expect(text.includes(phone), `${phone} in ${address}`).toBe(false)
})

test('no page of signing in contains a code', () => {
  const pages = crawl.responses.filter(({ address }) => address.startsWith('/login'))
  expect(pages.length).toBeGreaterThan(3)
  for (const { address, text } of pages)
    for (const code of crawl.secrets.codes)
      expect(text, address).not.toMatch(new RegExp(`\\b${code}\\b`))
})

test('cookies contain no token, phone or body in plain text', () => {
  for (const secret of [...getSecrets(crawl), ...crawl.secrets.phones])
    expect(crawl.cookies).not.toMatch(secret)
})

test('the log of every level contains no token, phone, code, card number, cookie or body', () => {
  const { log, secrets } = crawl
  expect(log).toContain('"level":20')
  for (const secret of [...getSecrets(crawl), ...secrets.cards]) expect(log).not.toMatch(secret)
  for (const phone of secrets.phones)
    expect(log).not.toMatch(new RegExp(`(?<!\\d)7?${phone.slice(1)}(?!\\d)`))
  for (const code of secrets.codes) expect(log).not.toMatch(new RegExp(`\\b${code}\\b`))
  // Names of headers and of the session's cookie; a path may contain the word.
  expect(log).not.toMatch(/set-cookie|"cookie"|v1_jwt/i)
})
