import { getResponse } from 'msw'

import type { Sandbox } from './sandbox'

/** Headers that the contract requires in every call. */
export const requiredHeaders: Readonly<Record<string, string>> = {
  'User-Agent': 'Mozilla/5.0 (test)',
  'X-Platform-Version': 'Android Chrome 132',
  'X-Device-Platform': 'Web',
  'X-Device-ID': '0A1B2C3D-0A1B-0A1B-0A1B-0A1B2C3D4E5F',
  'X-Device-Tag': 'disabled',
  'X-App-Version': '1.0.0',
  'X-Client-Name': 'v1',
  'X-Loyalty-Type': 'v1',
  'X-Request-ID': 'request-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'Content-Type': 'application/json',
  Accept: 'application/json',
}

export interface Answered {
  status: number
  body: unknown
}

export interface CallOptions {
  body?: unknown
  accessToken?: string | undefined
  headers?: Record<string, string>
}

/** Calls a path such as `/webgate/v3/user/balance`; returns its status and its JSON. */
export type Caller = (call: string, options?: CallOptions) => Promise<Answered>

/** Calls as a correct client does; `send` passes the request to a sandbox. */
export function callerThrough(
  origin: string,
  send: (request: Request) => Promise<Response>,
): Caller {
  return async (call, { body, accessToken, headers } = {}) => {
    const [method = 'GET', path = '/'] = call.split(' ')
    const response = await send(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          ...requiredHeaders,
          ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : parsed(text) }
  }
}

/** Calls a sandbox in the same process. */
export function getCaller(sandbox: Sandbox): Caller {
  return callerThrough('https://gateway.test', async (request) => {
    const response = await getResponse(sandbox.handlers, request)
    if (!response) throw new Error(`no handler for ${request.method} ${request.url}`)
    return response
  })
}

/** Requests a code, reads it from the inbox and checks it. */
export async function checkCode(sandbox: Sandbox, call: Caller, phone: string) {
  const asked = await call('POST /magnit-id/v1/auth/otp', {
    body: { aud: 'V1-web', phone, 'captcha-token': captchaToken(sandbox) },
  })
  const { attemptId } = asked.body as { attemptId: string }
  const checked = await call('POST /magnit-id/v1/auth/otp/check', {
    body: { aud: 'V1-web', phone, attemptId, code: sandbox.inbox.lastCode(phone) },
  })
  return checked.body as { magnitIDCode: string; userId: string; isRegistered: boolean }
}

/** Signs a shopper in by phone and code; registers new ones. */
export async function signIn(sandbox: Sandbox, call: Caller, phone: string) {
  const { magnitIDCode, isRegistered } = await checkCode(sandbox, call, phone)
  if (!isRegistered) {
    await call('POST /magnit-id/v3/profile/register/magnit-id-code', {
      body: { magnitIDCode, firstName: 'Алёна', birthDate: '1990-05-01' },
    })
  }
  const exchanged = await call('POST /magnit-id/v1/auth/token', {
    body: { aud: 'V1-web', magnitIDCode },
  })
  return exchanged.body as { accessToken: string; refreshToken: string }
}

/** A captcha token with the right answer. */
export function captchaToken({ state: { captcha } }: Sandbox): string {
  const { id } = captcha.challenge()
  return `${id}.${captcha.answer(id)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
