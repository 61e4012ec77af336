import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { parseEnv } from './env.server'

const least = {
  PUBLIC_ORIGIN: 'https://shop.example',
  WEB_GATEWAY_URL: 'https://gateway.example/webgate',
  MAGNIT_ID_GATEWAY_URL: 'https://gateway.example/magnit-id',
  SESSION_SECRETS: 'a-secret-of-the-tests-that-is-long-enough',
}

describe('the public face', () => {
  test('the personal data policy is this site’s own unless the retailer keeps it elsewhere', () => {
    expect(parseEnv(least).PERSONAL_DATA_POLICY_URL).toBe('https://shop.example/pdn')
    const elsewhere = { ...least, PERSONAL_DATA_POLICY_URL: 'https://retailer.example/policy/' }
    expect(parseEnv(elsewhere).PERSONAL_DATA_POLICY_URL).toBe('https://retailer.example/policy')
  })

  test('a messenger bot is an http address', () => {
    expect(() => parseEnv({ ...least, SUPPORT_BOT_URL: 'javascript:alert(1)' })).toThrow(
      'SUPPORT_BOT_URL: must be an http or https address',
    )
  })

  test('texts come from a directory that exists', () => {
    const directory = mkdtempSync(join(tmpdir(), 'content-'))
    expect(parseEnv({ ...least, CONTENT_DIR: directory }).CONTENT_DIR).toBe(directory)
    const fault = 'CONTENT_DIR: must be a directory that can be read'
    expect(() => parseEnv({ ...least, CONTENT_DIR: join(directory, 'missing') })).toThrow(fault)
    const file = join(directory, 'terms.md')
    writeFileSync(file, '# Terms')
    expect(() => parseEnv({ ...least, CONTENT_DIR: file })).toThrow(fault)
  })

  test('route rules need no file at the start: they may come later', () => {
    expect(parseEnv(least).ROUTE_RULES_FILE).toBeUndefined()
    expect(parseEnv({ ...least, ROUTE_RULES_FILE: '/rules.json' }).ROUTE_RULES_FILE).toBe(
      '/rules.json',
    )
  })
})
