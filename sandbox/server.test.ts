import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setupServer } from 'msw/node'

import { createSandbox } from './sandbox'
import { startSandbox, type SandboxServer } from './server'
import { callerThrough, requiredHeaders, signIn, type Caller } from './testing'

const SCORES = 'GET /webgate/v1/object/0001000019/scores'
const ENDPOINT = 'GET /v1/object/{id}/scores'

describe('over a socket', () => {
  let server: SandboxServer
  let call: Caller
  beforeAll(async () => {
    server = await startSandbox({ port: 0 })
    call = callerThrough(server.url, (request) => fetch(request, { redirect: 'manual' }))
  })
  beforeEach(() => server.sandbox.reset())
  afterAll(() => server.close())

  const fault = (body: unknown) => call('POST /__sandbox/faults', { body })

  it('the page at / and at /__sandbox lists the personas and the codes', async () => {
    await signIn(server.sandbox, call, '79000000001')
    for (const path of ['/', '/__sandbox']) {
      const response = await fetch(server.url + path)
      const html = await response.text()
      expect(response.headers.get('Content-Type')).toContain('text/html')
      expect(html).toContain('+7 (900) 000-00-08')
      expect(html).toContain(server.sandbox.inbox.lastCode('79000000001')!)
    }
  })

  it('the inbox lists SMS of a phone, newest first', async () => {
    await signIn(server.sandbox, call, '79000000001')
    await signIn(server.sandbox, call, '79000000006')
    const { body } = await call('GET /__sandbox/inbox?phone=79000000006')
    expect(body).toMatchObject({ texts: [{ phone: '79000000006' }] })
    const all = (await call('GET /__sandbox/inbox')).body as { texts: { phone: string }[] }
    expect(all.texts.map(({ phone }) => phone)).toEqual(['79000000006', '79000000001'])
  })

  it('the answer to a captcha can be read at /__sandbox/captcha', async () => {
    const { body } = await call('GET /captcha/challenge')
    const { id, question } = body as { id: string; question: string }
    expect(question).toMatch(/^Сколько будет [а-я]+ плюс [а-я]+\?$/)
    expect(await call(`GET /__sandbox/captcha/${id}`)).toEqual({
      status: 200,
      body: { answer: server.sandbox.state.captcha.answer(id) },
    })
  })

  it('the pictures of products, coupons and banners are served as SVG', async () => {
    const { body } = await call(
      'GET /webgate/v2/goods/0001000019?storeCode=500768&storeType=1&catalogType=1',
    )
    const [first] = (body as { gallery: { url: string }[] }).gallery
    for (const url of [
      first!.url,
      `${server.url}/images/coupons/fish-1.svg`,
      `${server.url}/images/banners/carrot-leaf-1.svg`,
    ]) {
      const response = await fetch(url)
      expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
      expect(await response.text()).toMatch(/^<svg .*<\/svg>$/)
    }
  })

  it.each(['/webgate/v9/unknown', '/somewhere'])(
    '%s answers 404, and the call is stored as unknown',
    async (path) => {
      expect(await call(`GET ${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(server.sandbox.calls).toMatchObject([{ gateway: 'unknown', path }])
    },
  )

  it('only the last 5000 calls are stored', async () => {
    const { calls } = server.sandbox
    await call(SCORES)
    calls.push(...Array.from({ length: 5000 }, () => calls[0]!))
    await call(`${SCORES}?last=1`)
    expect(calls).toHaveLength(5000)
    expect(calls.at(-1)?.query).toEqual({ last: '1' })
  })

  it('a reset clears sessions and faults', async () => {
    const { accessToken } = await signIn(server.sandbox, call, '79000000001')
    await fault({ endpoint: '*', mode: 'empty' })
    expect((await call('POST /__sandbox/reset')).status).toBe(204)
    expect((await call('GET /webgate/v3/user/balance', { accessToken })).status).toBe(401)
    expect((await call(SCORES)).status).toBe(200)
  })

  it('a fault with an unknown mode is refused', async () => {
    expect((await fault({ endpoint: '*', mode: 'explode' })).status).toBe(400)
  })

  it('a fault may apply to one shopper', async () => {
    const one = await signIn(server.sandbox, call, '79000000001')
    const other = await signIn(server.sandbox, call, '79000000006')
    await fault({ endpoint: 'GET /v3/user/balance', mode: 'status', phone: '79000000001' })
    const balance = (accessToken: string) =>
      call('GET /webgate/v3/user/balance', { accessToken }).then(({ status }) => status)
    expect(await balance(one.accessToken)).toBe(500)
    expect(await balance(other.accessToken)).toBe(200)
  })

  it('faults make responses late, broken, empty, huge, mistyped or redirected', async () => {
    const spoiled = async (mode: string, rest = {}) => {
      await call('DELETE /__sandbox/faults')
      await fault({ endpoint: ENDPOINT, mode, ...rest })
      return call(SCORES)
    }
    const begun = performance.now()
    expect((await spoiled('latency', { latencyMs: 120 })).status).toBe(200)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(119)
    expect((await spoiled('malformed')).body).toBeTypeOf('string')
    expect((await spoiled('html')).body).toContain('<!doctype html>')
    expect(await spoiled('empty')).toEqual({ status: 200, body: undefined })
    expect(JSON.stringify((await spoiled('huge')).body).length).toBeGreaterThan(5_000_000)
    expect((await spoiled('redirect')).status).toBe(302)
    expect(await spoiled('status', { status: 200, body: null })).toEqual({
      status: 200,
      body: null,
    })
    expect(await spoiled('status', { status: 204 })).toEqual({ status: 204, body: undefined })
    const { body } = await spoiled('wrong-types')
    expect(body).toMatchObject({ rating: expect.any(String) as string })
  })

  it('faults cut, extend, slow down, encode or change bodies', async () => {
    const url = server.url + SCORES.split(' ')[1]!
    const read = async (signal?: AbortSignal) => {
      const answer = await fetch(url, { headers: requiredHeaders, ...(signal && { signal }) })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const spoil = (mode: string, rest = {}) =>
      fault({ endpoint: ENDPOINT, mode, times: 1, ...rest })
    for (const mode of ['stall', 'drip', 'flood']) {
      await spoil(mode)
      await expect(read(AbortSignal.timeout(150)), mode).rejects.toThrow(/timeout/)
    }
    await spoil('cut')
    await expect(read()).rejects.toThrow('terminated')
    await spoil('plain')
    expect((await read()).headers.get('Content-Type')).toContain('text/plain')
    await spoil('encoded')
    expect((await read()).headers.get('Content-Encoding')).toBe('gzip')
    await spoil('status', { status: 503, retryAfterSeconds: 7 })
    expect((await read()).headers.get('Retry-After')).toBe('7')
    server.sandbox.faults.add({ endpoint: ENDPOINT, mode: 'changed', change: () => [1], times: 1 })
    expect((await read()).text).toBe('[1]')
    expect((await read()).status).toBe(200)
  })
})

describe('in process', () => {
  it('the handlers respond to fetch, with and without faults', async () => {
    const sandbox = createSandbox()
    const msw = setupServer(...sandbox.handlers)
    msw.listen({ onUnhandledRequest: 'error' })
    try {
      const url = `https://gateway.example${SCORES.split(' ')[1]!}`
      const ask = (signal?: AbortSignal) =>
        fetch(url, { headers: requiredHeaders, ...(signal && { signal }) })
      expect((await ask()).status).toBe(200)
      sandbox.faults.add({ endpoint: ENDPOINT, mode: 'reset', times: 1 })
      await expect(ask()).rejects.toThrow()
      sandbox.faults.add({ endpoint: ENDPOINT, mode: 'hang', times: 1 })
      await expect(ask(AbortSignal.timeout(150))).rejects.toThrow()
      expect((await ask()).status).toBe(200)
    } finally {
      msw.close()
    }
  })
})
