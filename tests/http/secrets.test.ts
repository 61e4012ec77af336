import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { createVisitor, type Visitor } from '../support/visitor'

const PHONE = '79054440001'
const CODES: string[] = []

let sandbox: SandboxServer
let app: AppProcess
let visitor: Visitor
/** Every answer of the journey: headers but for the cookies we set, and body. */
const answers: { path: string; text: string }[] = []

async function note(path: string, answer: Promise<Response>): Promise<void> {
  const response = await answer
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  answers.push({ path, text: JSON.stringify(headers) + (await response.text()) })
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url, { LOG_LEVEL: 'trace' })
  visitor = createVisitor(app.origin)
  const { inbox } = sandbox.sandbox
  await note('/login', visitor.post('/login', { phone: PHONE }))
  CODES.push(inbox.lastCode(PHONE) ?? '')
  const wrong = CODES[0] === '54321' ? '12345' : '54321'
  CODES.push(wrong)
  await note('/login/code', visitor.post('/login/code', { code: wrong }))
  await note('/login/code', visitor.post('/login/code', { code: CODES[0] ?? '' }))
  for (const path of ['/today', '/qr', '/qr/till', '/profile', '/profile/incomplete', '/']) {
    await note(path, visitor.get(path))
    await note(`${path}.data`, visitor.get(`${path === '/' ? '/_root' : path}.data`))
  }
  await note('/qr/code', visitor.get('/qr/code', { accept: 'application/json' }))
  sandbox.sandbox.faults.add({
    endpoint: '*',
    mode: 'status',
    status: 400,
    body: { code: 'CANARY-BODY', message: 'CANARY-BODY' },
  })
  for (const path of ['/today', '/qr', '/profile']) await note(path, visitor.get(path))
  await note('/logout', visitor.post('/logout'))
})

afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

const canaries = () => {
  const { refreshTokens } = sandbox.sandbox.state
  const tokens = [...refreshTokens.keys()]
  expect(tokens.length).toBeGreaterThan(0)
  return [...tokens, /eyJ[\w-]+\.eyJ/, 'CANARY-BODY']
}

describe('secrets', () => {
  test('tokens and gateway bodies are found in no answer', () => {
    for (const { path, text } of answers)
      for (const canary of canaries()) expect(text, path).not.toMatch(canary)
  })

  test('the phone is found nowhere but, formatted or masked, where the screen shows it', () => {
    for (const { path, text } of answers)
      expect(text.includes(PHONE), `the phone in ${path}`).toBe(false)
  })

  test('a typed code is never sent back', () => {
    for (const { path, text } of answers.filter(({ path }) => path.startsWith('/login')))
      for (const code of CODES)
        expect(new RegExp(`\\b${code}\\b`).test(text), `the code in ${path}`).toBe(false)
  })

  test('the cookies say nothing to who reads them', () => {
    const cookies = JSON.stringify([...visitor.cookies])
    for (const canary of [...canaries(), PHONE]) expect(cookies).not.toMatch(canary)
  })

  test('the log holds no token, phone, code, card number, cookie or body', () => {
    const log = app.log()
    const cards = [...sandbox.sandbox.state.users.values()].flatMap((user) => user.cards)
    expect(cards.length).toBeGreaterThan(0)
    for (const secret of [...canaries(), PHONE, PHONE.slice(1), ...cards])
      expect(log).not.toMatch(secret)
    for (const code of CODES) expect(log).not.toMatch(new RegExp(`"${code}"|\\b${code}\\b(?!\\d)`))
    expect(log).not.toMatch(/cookie|v1_jwt/i)
  })
})
