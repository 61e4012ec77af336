import { endpoint } from './endpoint.server'
import * as schemas from '~/gateways/schemas/identity.server'
import { nothing, orElse } from '~/gateways/schemas/common.server'

/** An unassigned number, which belongs to no subscriber. */
const EXAMPLE_PHONE = '79000000001'

const aud = schemas.AUDIENCE
const digits = (phone: string) => phone.replace(/\D/g, '')

/** Sign-in, tokens, registration and profile: section 'Identity' of the contract. */
export const identityEndpoints = {
  /**
   * Sends a code by text message. The phone begins with 7 and may have separators. Errors: 400, and 403 with
   * `CaptchaError`.
   */
  requestCode: endpoint(
    'magnit-id POST /v1/auth/otp',
    {
      auth: 'none',
      effect: 'once',
      request: schemas.codeRequest,
      response: schemas.codeRequested,
      without: 'no shopper can sign in',
    },
    {
      input: ({ phone, captchaToken = '' }: { phone: string; captchaToken?: string }) => ({
        body: { aud, 'captcha-token': captchaToken, phone: digits(phone) },
      }),
      example: { phone: EXAMPLE_PHONE },
    },
  ),
  /** Checks a typed code: 400 or 422 when it is wrong or expired. */
  checkCode: endpoint(
    'magnit-id POST /v1/auth/otp/check',
    {
      auth: 'none',
      effect: 'once',
      request: schemas.codeCheck,
      response: schemas.codeChecked,
      without: 'no shopper can sign in',
    },
    {
      input: ({ phone, ...typed }: { phone: string; code: string; attemptId: string }) => ({
        body: { aud, phone: digits(phone), ...typed },
      }),
      example: { code: '01234', phone: EXAMPLE_PHONE, attemptId: 'attempt' },
    },
  ),
  /** Exchanges the loyalty-ID code for tokens; the code is valid once. */
  exchangeCode: endpoint(
    'magnit-id POST /v1/auth/token',
    {
      auth: 'none',
      effect: 'once',
      request: schemas.tokenExchange,
      response: schemas.tokens,
      without: 'no shopper can sign in',
    },
    {
      input: (magnitIDCode: string) => ({ body: { aud, magnitIDCode } }),
      example: 'code',
    },
  ),
  /** A new pair in place of the given refresh token; only a 401 ends the session. */
  refreshTokens: endpoint(
    'magnit-id POST /v1/auth/token/refresh',
    {
      auth: 'none',
      effect: 'once',
      request: schemas.tokenRefresh,
      response: schemas.tokens,
      without: 'personal blocks say that they could not be loaded; no session ends',
    },
    {
      input: (refreshToken: string) => ({ body: { aud, refreshToken } }),
      example: 'token',
    },
  ),
  /** Opens an account: 422 `validationError` with `fields`. */
  register: endpoint(
    'magnit-id POST /v3/profile/register/magnit-id-code',
    {
      auth: 'none',
      effect: 'once',
      request: schemas.registration,
      response: schemas.registered,
      without: 'no newcomer can register',
    },
    {
      /** Leaves out empty optional fields (specification 5.7). */
      input: (form: schemas.Registration) => ({
        body: { ...form, birthDate: form.birthDate || undefined, email: form.email || undefined },
      }),
      example: { magnitIDCode: 'code', firstName: 'Анна', birthDate: '1990-02-28' },
    },
  ),
  getProfile: endpoint('magnit-id GET /v1/profile', {
    response: schemas.profile,
    without:
      'no greeting by name; the data of the shopper cannot be edited; a failing code has only what the device knows to stand in for it',
  }),
  /** Changes the named fields; null: saved, but the response has no profile. 422 `emailForbiddenToUse` or `validationError`. */
  updateProfile: endpoint(
    'magnit-id PATCH /v1/profile',
    {
      effect: 'idempotent',
      request: schemas.profileChange,
      // The status alone confirms the change.
      response: orElse(schemas.profile, null),
      without: 'changes are not saved',
    },
    {
      input: (change: schemas.ProfileChange) => ({ body: change }),
      example: { firstName: 'Анна' },
    },
  ),
  sendEmailConfirmation: endpoint(
    'magnit-id POST /v1/profile/email-confirm',
    {
      effect: 'once',
      request: schemas.emailConfirmation,
      response: nothing,
      without: 'no letter is sent',
    },
    {
      input: (email: string) => ({ body: { email } }),
      example: 'anna@example.com',
    },
  ),
}
