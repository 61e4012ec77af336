import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as schemas from '~/gateways/schemas/identity.server'
import { nothing, orElse } from '~/gateways/schemas/common.server'

/** An unassigned number, which belongs to no subscriber. */
const EXAMPLE_PHONE = '79000000001'

/** Sign-in, tokens, registration and profile: section 'Identity' of the contract. */
export const identityEndpoints = {
  requestCode: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v1/auth/otp',
      auth: 'none',
      effect: 'once',
      request: schemas.codeRequest,
      answer: schemas.codeRequested,
      usedBy: ['/login'],
      without: 'no shopper can sign in',
    },
    { body: { aud: schemas.AUDIENCE, 'captcha-token': '', phone: EXAMPLE_PHONE } },
  ),
  checkCode: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v1/auth/otp/check',
      auth: 'none',
      effect: 'once',
      request: schemas.codeCheck,
      answer: schemas.codeChecked,
      usedBy: ['/login/code'],
      without: 'no shopper can sign in',
    },
    { body: { aud: schemas.AUDIENCE, code: '01234', phone: EXAMPLE_PHONE, attemptId: 'attempt' } },
  ),
  exchangeCode: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v1/auth/token',
      auth: 'none',
      effect: 'once',
      request: schemas.tokenExchange,
      answer: schemas.tokens,
      usedBy: ['/login/code'],
      without: 'no shopper can sign in',
    },
    { body: { aud: schemas.AUDIENCE, magnitIDCode: 'code' } },
  ),
  refreshTokens: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v1/auth/token/refresh',
      auth: 'none',
      effect: 'once',
      request: schemas.tokenRefresh,
      answer: schemas.tokens,
      usedBy: 'every signed-in screen',
      without: 'personal blocks say that they could not be loaded; no session ends',
    },
    { body: { aud: schemas.AUDIENCE, refreshToken: 'token' } },
  ),
  register: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v3/profile/register/magnit-id-code',
      auth: 'none',
      effect: 'once',
      request: schemas.registration,
      answer: schemas.registered,
      usedBy: ['/registration'],
      without: 'no newcomer can register',
    },
    { body: { magnitIDCode: 'code', firstName: 'Анна', birthDate: '1990-02-28' } },
  ),
  getProfile: endpoint({
    gateway: 'magnit-id',
    method: 'GET',
    path: '/v1/profile',
    auth: 'required',
    effect: 'safe',
    answer: schemas.profile,
    usedBy: [
      '/profile/edit',
      '/today',
      '/profile',
      '/profile/incomplete',
      '/qr',
      '/qr/till',
      '/qr/elsewhere',
      '/qr/print',
      '/profile/my-data',
      '/qr/pass',
    ],
    without:
      'no greeting by name; the data of the shopper cannot be edited; a failing code has only what the device knows to stand in for it',
  }),
  updateProfile: endpoint(
    {
      gateway: 'magnit-id',
      method: 'PATCH',
      path: '/v1/profile',
      auth: 'required',
      effect: 'idempotent',
      request: schemas.profileChange,
      // The status alone confirms the change.
      answer: orElse(schemas.profile, null),
      usedBy: ['/profile/edit', '/profile/incomplete'],
      without: 'changes are not saved',
    },
    { body: { firstName: 'Анна' } },
  ),
  sendEmailConfirmation: endpoint(
    {
      gateway: 'magnit-id',
      method: 'POST',
      path: '/v1/profile/email-confirm',
      auth: 'required',
      effect: 'once',
      request: schemas.emailConfirmation,
      answer: nothing,
      usedBy: ['/profile/edit', '/profile/incomplete', '/registration'],
      without: 'no letter is sent',
    },
    { body: { email: 'anna@example.com' } },
  ),
}

/** The body of a registration without empty optional fields (specification, section 5). */
export function registrationBody(form: schemas.Registration): schemas.Registration {
  const filled = Object.entries(form).filter(([, value]) => value)
  return Object.fromEntries(filled) as schemas.Registration
}

/**
 * Every function throws GatewayError; the docstrings name errors specific to a call.
 * @param call sends the calls of one visitor
 */
export function identityGateway(call: Call) {
  const aud = schemas.AUDIENCE
  const e = identityEndpoints
  return {
    /**
     * Sends a five-digit code by text. `expires` is in Unix seconds. Never retried.
     * @param input.phone any spelling with the leading 7
     * @param input.captchaToken empty without a captcha
     * @throws GatewayError 400, 403 `CaptchaError`
     */
    requestCode: (input: { phone: string; captchaToken?: string }, options?: CallOptions) =>
      call(e.requestCode, {
        body: { aud, 'captcha-token': input.captchaToken ?? '', phone: digits(input.phone) },
        ...options,
      }),

    /**
     * Checks a typed code. Never retried.
     * @throws GatewayError 400 or 422 when the code is wrong or expired
     */
    checkCode: (
      input: { phone: string; code: string; attemptId: string },
      options?: CallOptions,
    ): Promise<schemas.CodeChecked> =>
      call(e.checkCode, {
        body: { aud, code: input.code, phone: digits(input.phone), attemptId: input.attemptId },
        ...options,
      }),

    /** Exchanges the loyalty-ID code for tokens; the code is valid once. Never retried. */
    exchangeCode: (magnitIDCode: string, options?: CallOptions): Promise<schemas.Tokens> =>
      call(e.exchangeCode, { body: { aud, magnitIDCode }, ...options }),

    /**
     * Returns a new pair and invalidates the given refresh token. Never retried.
     * @throws GatewayError 401 for an invalid refresh token: only this ends the session
     */
    refreshTokens: (refreshToken: string, options?: CallOptions): Promise<schemas.Tokens> =>
      call(e.refreshTokens, { body: { aud, refreshToken }, ...options }),

    /**
     * Opens an account. Never retried.
     * @throws GatewayError 422 `validationError` with `fields`
     */
    register: (form: schemas.Registration, options?: CallOptions) =>
      call(e.register, { body: registrationBody(form), ...options }),

    getProfile: (options?: CallOptions): Promise<schemas.Profile> => call(e.getProfile, options),

    /**
     * Changes the named fields only. Null: saved, but the answer does not contain the profile.
     * @throws GatewayError 422 `emailForbiddenToUse` or `validationError` with `fields`
     */
    updateProfile: (
      change: schemas.ProfileChange,
      options?: CallOptions,
    ): Promise<schemas.Profile | null> => call(e.updateProfile, { body: change, ...options }),

    /** Sends a confirmation link to the e-mail address. Never retried. */
    sendEmailConfirmation: (email: string, options?: CallOptions): Promise<void> =>
      call(e.sendEmailConfirmation, { body: { email }, ...options }),
  }
}

function digits(phone: string): string {
  return phone.replace(/\D/g, '')
}
