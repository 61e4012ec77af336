import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'

import { createSandbox } from './sandbox'
import { getCaller, captchaToken, checkCode, signIn } from './testing'

const REGULAR = '79000000001'
const aud = 'V1-web'

function start(options?: Parameters<typeof createSandbox>[0]) {
  const sandbox = createSandbox(options)
  const call = getCaller(sandbox)
  const askCode = async (phone: string, token = '') => {
    const { status, body } = await call('POST /magnit-id/v1/auth/otp', {
      body: { aud, phone, 'captcha-token': token },
    })
    return { status, body: body as { attemptId: string; expires: number; code?: string } }
  }
  const check = (phone: string, attemptId: string, code: string) =>
    call('POST /magnit-id/v1/auth/otp/check', { body: { aud, phone, attemptId, code } })
  const refresh = (refreshToken: string) =>
    call('POST /magnit-id/v1/auth/token/refresh', { body: { aud, refreshToken } })
  const balance = (accessToken?: string) =>
    call('GET /webgate/v3/user/balance', { accessToken }).then(({ status }) => status)
  return { sandbox, call, askCode, check, refresh, balance }
}

describe('a one-time code', () => {
  it('arrives as a text, lives 120 seconds and signs in once', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    const { sandbox, askCode, check } = start({ now: () => now })
    const { body } = await askCode(REGULAR)
    expect(body.expires).toBe(now / 1000 + 120)
    const [text] = sandbox.inbox.texts(REGULAR)
    expect(text?.code).toMatch(/^\d{5}$/)
    expect(text?.text).toBe(`Код для входа в «Апрель»: ${text?.code}. Никому его не сообщайте.`)
    expect((await check(REGULAR, body.attemptId, text!.code)).status).toBe(200)
    expect((await check(REGULAR, body.attemptId, text!.code)).status).toBe(422)
  })

  it('is refused with 400 when its time is over, or after a call of /__sandbox/expire', async () => {
    let now = Date.now()
    const { sandbox, askCode, check, call } = start({ now: () => now, codeLifeSeconds: 10 })
    const expired = async (expire: () => unknown) => {
      const { body } = await askCode(REGULAR)
      await expire()
      const code = sandbox.inbox.lastCode(REGULAR)!
      return (await check(REGULAR, body.attemptId, code)).status
    }
    const body = { phone: REGULAR, what: 'codes' }
    expect(await expired(() => (now += 10_000))).toBe(400)
    expect(await expired(() => call('POST /__sandbox/expire', { body }))).toBe(400)
  })

  it('needs a captcha for the phone of one persona, and accepts each captcha token once', async () => {
    const { sandbox, askCode } = start()
    const phone = '79000000004'
    expect(await askCode(phone)).toMatchObject({ status: 403, body: { code: 'CaptchaError' } })
    expect((await askCode(phone, 'no.1')).status).toBe(403)
    const token = captchaToken(sandbox)
    expect((await askCode(phone, token)).status).toBe(200)
    expect((await askCode(phone, token)).status).toBe(403)
  })
})

describe('tokens', () => {
  it('have the configured life, and a refresh token is refused as an access token', async () => {
    const { sandbox, call, balance } = start({ accessTokenLifeSeconds: 7 })
    const { accessToken, refreshToken } = await signIn(sandbox, call, REGULAR)
    const { sub, iat, exp, jti } = decodeJwt(accessToken)
    expect(decodeProtectedHeader(accessToken).alg).toBe('HS256')
    expect(sub).toBe(sandbox.state.user(REGULAR).userId)
    expect(exp! - iat!).toBe(7)
    expect(jti).toBeTruthy()
    expect(await balance(accessToken)).toBe(200)
    expect(await balance(refreshToken)).toBe(401)
  })

  it('are refused when missing, forged, of another sandbox or expired', async () => {
    let now = Date.now()
    const { sandbox, call, balance } = start({ now: () => now })
    const { accessToken } = await signIn(sandbox, call, REGULAR)
    const other = start()
    const stranger = await signIn(other.sandbox, other.call, REGULAR)
    expect(await balance(accessToken)).toBe(200)
    expect(await balance()).toBe(401)
    expect(await balance(`${accessToken.slice(0, -4)}AAAA`)).toBe(401)
    expect(await balance(stranger.accessToken)).toBe(401)
    expect(await balance('nonsense')).toBe(401)
    now += 301_000
    expect(await balance(accessToken)).toBe(401)
  })

  it('expire at once after a call of /__sandbox/expire, and can be refreshed', async () => {
    const { sandbox, call, balance, refresh } = start()
    const { accessToken, refreshToken } = await signIn(sandbox, call, REGULAR)
    await call('POST /__sandbox/expire', { body: { phone: REGULAR, what: 'access' } })
    expect(await balance(accessToken)).toBe(401)
    const next = (await refresh(refreshToken)).body as { accessToken: string }
    expect(await balance(next.accessToken)).toBe(200)
  })

  it('are rotated: a refresh token sent again is refused and noted', async () => {
    const { sandbox, call, refresh } = start()
    const { refreshToken } = await signIn(sandbox, call, REGULAR)
    const next = await refresh(refreshToken)
    expect(next.status).toBe(200)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect(sandbox.state.reusedRefreshTokens).toMatchObject([{ phone: REGULAR }])
    const { refreshToken: live } = next.body as { refreshToken: string }
    expect((await refresh(live)).status).toBe(200)
  })
})

describe('registration', () => {
  const register = async (fields: Record<string, unknown>) => {
    const { sandbox, call } = start()
    const { magnitIDCode, isRegistered } = await checkCode(sandbox, call, '79000000002')
    expect(isRegistered).toBe(false)
    const answered = await call('POST /magnit-id/v3/profile/register/magnit-id-code', {
      body: { magnitIDCode, ...fields },
    })
    const exchange = () => call('POST /magnit-id/v1/auth/token', { body: { aud, magnitIDCode } })
    return { answered, exchange }
  }

  it.each([
    [{ firstName: '123' }, ['firstName']],
    [{ firstName: 'а'.repeat(51) }, ['firstName']],
    [{ firstName: 'Пётр', birthDate: '2999-01-01' }, ['birthDate']],
    [{ firstName: 'Пётр', birthDate: '2020-02-30' }, ['birthDate']],
    [{ firstName: 'Пётр', birthDate: new Date().toISOString().slice(0, 10) }, ['birthDate']],
    [{ firstName: 'Пётр', email: 'почта' }, ['email']],
    [{ firstName: 'Пётр', email: 'a@forbidden.example' }, ['email']],
    [{ firstName: 'Ошибка' }, ['firstName', 'email']],
  ])('refuses %j and names the fields', async (fields, names) => {
    const { answered } = await register(fields)
    expect(answered).toMatchObject({ status: 422, body: { code: 'validationError' } })
    expect(
      (answered.body as { fields: { name: string }[] }).fields.map(({ name }) => name),
    ).toEqual(names)
  })
})
