import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as shapes from '~/gateways/shapes/identity.server'
import { nothing, orElse } from '~/gateways/shapes/common.server'

/** Sign-in, tokens, registration and profile, as in the contract's section 'Identity'. */
export const identityEndpoints = {
  requestCode: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v1/auth/otp',
    auth: 'none',
    repeat: false,
    request: shapes.codeRequest,
    answer: shapes.codeRequested,
  }),
  checkCode: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v1/auth/otp/check',
    auth: 'none',
    repeat: false,
    request: shapes.codeCheck,
    answer: shapes.codeChecked,
  }),
  exchangeCode: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v1/auth/token',
    auth: 'none',
    repeat: false,
    request: shapes.tokenExchange,
    answer: shapes.tokens,
  }),
  refreshTokens: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v1/auth/token/refresh',
    auth: 'none',
    repeat: false,
    request: shapes.tokenRefresh,
    answer: shapes.tokens,
  }),
  register: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v3/profile/register/magnit-id-code',
    auth: 'none',
    repeat: false,
    request: shapes.registration,
    answer: shapes.registered,
  }),
  getProfile: endpoint({
    gateway: 'magnit-id',
    method: 'GET',
    path: '/v1/profile',
    auth: 'required',
    repeat: true,
    answer: shapes.profile,
  }),
  updateProfile: endpoint({
    gateway: 'magnit-id',
    method: 'PATCH',
    path: '/v1/profile',
    auth: 'required',
    repeat: true,
    request: shapes.profileChange,
    // The status says that it is saved.
    answer: orElse(shapes.profile, null),
  }),
  sendEmailConfirmation: endpoint({
    gateway: 'magnit-id',
    method: 'POST',
    path: '/v1/profile/email-confirm',
    auth: 'required',
    repeat: false,
    request: shapes.emailConfirmation,
    answer: nothing,
  }),
}

/** What a newcomer filled in; empty optional fields are the same as absent ones. */
export interface RegistrationForm {
  magnitIDCode: string
  firstName: string
  /** `YYYY-MM-DD` */
  birthDate?: string | undefined
  email?: string | undefined
}

/** The body of a registration: empty optional fields are left out (specification, section 5). */
export function registrationBody(form: RegistrationForm): shapes.Registration {
  const { magnitIDCode, firstName, birthDate, email } = form
  return {
    magnitIDCode,
    firstName,
    ...(birthDate ? { birthDate } : {}),
    ...(email ? { email } : {}),
  }
}

/**
 * Every function throws GatewayError; what is said below is in addition to the faults of any call.
 * @param call one visitor's calls
 */
export function identityGateway(call: Call) {
  const aud = shapes.AUDIENCE
  const e = identityEndpoints
  return {
    /**
     * Has a five-digit code sent by text. `expires` is in Unix seconds. Never repeated.
     * @param input.phone any spelling with the leading 7
     * @param input.captchaToken empty when no captcha was asked for
     * @throws GatewayError 400, 403 `CaptchaError`
     */
    requestCode: (input: { phone: string; captchaToken?: string }, options?: CallOptions) =>
      call(e.requestCode, {
        body: { aud, 'captcha-token': input.captchaToken ?? '', phone: digits(input.phone) },
        ...options,
      }),

    /**
     * Checks the code that the shopper typed. Never repeated.
     * @throws GatewayError 400 or 422 when the code is wrong or expired
     */
    checkCode: (
      input: { phone: string; code: string; attemptId: string },
      options?: CallOptions,
    ): Promise<shapes.CodeChecked> =>
      call(e.checkCode, {
        body: { aud, code: input.code, phone: digits(input.phone), attemptId: input.attemptId },
        ...options,
      }),

    /** Gives the loyalty-ID code away for tokens; it is used up by that. Never repeated. */
    exchangeCode: (magnitIDCode: string, options?: CallOptions): Promise<shapes.Tokens> =>
      call(e.exchangeCode, { body: { aud, magnitIDCode }, ...options }),

    /**
     * A new pair; the refresh token given is dead afterwards. Never repeated.
     * @throws GatewayError 401 when the refresh token is dead: only that ends the session
     */
    refreshTokens: (refreshToken: string, options?: CallOptions): Promise<shapes.Tokens> =>
      call(e.refreshTokens, { body: { aud, refreshToken }, ...options }),

    /**
     * Opens an account. Never repeated.
     * @throws GatewayError 422 `validationError` with `fields`
     */
    register: (form: RegistrationForm, options?: CallOptions) =>
      call(e.register, { body: registrationBody(form), ...options }),

    getProfile: (options?: CallOptions): Promise<shapes.Profile> => call(e.getProfile, options),

    /**
     * Changes the named fields only; null: they are saved, and the gateway does not say how they are now.
     * @throws GatewayError 422 `emailForbiddenToUse` or `validationError` with `fields`
     */
    updateProfile: (
      change: shapes.ProfileChange,
      options?: CallOptions,
    ): Promise<shapes.Profile | null> => call(e.updateProfile, { body: change, ...options }),

    /** Has a letter with a link sent to the address. Never repeated. */
    sendEmailConfirmation: (email: string, options?: CallOptions): Promise<void> =>
      call(e.sendEmailConfirmation, { body: { email }, ...options }),
  }
}

function digits(phone: string): string {
  return phone.replace(/\D/g, '')
}
