import { randomBytes, randomInt, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { AUDIENCE, type ProfileChange } from '../../app/gateways/schemas/identity.server'
import { invalidFields, noContent, refuse, refuseInvalid, type FieldError } from '../responses'
import { DAY, HOUR, getInstant } from '../data/time'
import { open, personal, type Endpoint } from '../endpoint'
import type { Inbox } from '../inbox'
import type { State } from '../state'
import { getProfile, welcome, type User } from '../user'

const CHECKS_ALLOWED = 5
const LOGIN_CODE_LIFE = HOUR
const AGE_ALLOWED_YEARS = 14

const aud = z.literal(AUDIENCE)
const phone = z.string().regex(/^7\d{10}$/)

/** Fields that shoppers may set. */
const personalFields = z.object({
  firstName: z.string().optional(),
  birthDate: z.string().optional(),
  email: z.string().optional(),
} satisfies Record<keyof ProfileChange, z.ZodType>)
type Fields = z.output<typeof personalFields>

/** Sign-in, registration and the profile. */
export function identity(state: State, inbox: Inbox): Endpoint[] {
  const gateway = 'magnit-id'

  const sendCode = (to: string) => {
    const attemptId = randomUUID()
    const code = String(randomInt(0, 100_000)).padStart(5, '0')
    const expires = Math.floor(state.now() / 1000) + state.settings.codeLifeSeconds
    state.attempts.set(attemptId, {
      attemptId,
      phone: to,
      code,
      expires,
      checks: 0,
      isUsed: false,
    })
    inbox.send({
      phone: to,
      code,
      text: `Код для входа в «Апрель»: ${code}. Никому его не сообщайте.`,
      at: getInstant(state.now()),
    })
    return { expires, attemptId }
  }

  const liveLoginCode = (magnitIDCode: string) => {
    const entry = state.loginCodes.get(magnitIDCode)
    return entry && !entry.isUsed && entry.expiresAt > state.now() ? entry : undefined
  }

  return [
    open({
      gateway,
      name: 'POST /v1/auth/otp',
      body: z.object({ aud, phone, 'captcha-token': z.string() }),
      response: ({ body }) => {
        const isAsked = state.user(body.phone).persona === 'captcha'
        const token = body['captcha-token']
        if ((isAsked || token !== '') && !state.captcha.accepts(token)) {
          return refuse(403, 'CaptchaError', 'Подтвердите, что вы не робот')
        }
        return sendCode(body.phone)
      },
    }),
    open({
      gateway,
      name: 'POST /v1/auth/otp/check',
      body: z.object({ aud, phone, code: z.string(), attemptId: z.string() }),
      response: ({ body }) => {
        const attempt = state.attempts.get(body.attemptId)
        if (!attempt || attempt.phone !== body.phone) {
          return refuse(400, 'validationError', 'Код не запрашивали')
        }
        attempt.checks += 1
        if (attempt.checks > CHECKS_ALLOWED) {
          return refuseInvalid('Слишком много попыток, запросите новый код')
        }
        if (attempt.expires * 1000 <= state.now()) {
          return refuse(400, 'validationError', 'Срок действия кода истёк')
        }
        if (attempt.isUsed || attempt.code !== body.code) return refuseInvalid('Неверный код')
        attempt.isUsed = true
        const magnitIDCode = randomBytes(24).toString('base64url')
        state.loginCodes.set(magnitIDCode, {
          phone: body.phone,
          expiresAt: state.now() + LOGIN_CODE_LIFE,
          isUsed: false,
        })
        const { userId, isRegistered } = state.user(body.phone)
        return { magnitIDCode, userId, isRegistered }
      },
    }),
    open({
      gateway,
      name: 'POST /v1/auth/token',
      body: z.object({ aud, magnitIDCode: z.string().min(1) }),
      response: ({ body }) => {
        const code = liveLoginCode(body.magnitIDCode)
        if (!code) return refuse(400, 'validationError', 'Код входа недействителен')
        if (!state.user(code.phone).isRegistered) {
          return refuse(422, 'user_not_found', 'Сначала нужно зарегистрироваться')
        }
        code.isUsed = true
        return state.issueTokens(code.phone)
      },
    }),
    open({
      gateway,
      name: 'POST /v1/auth/token/refresh',
      body: z.object({ aud, refreshToken: z.string().min(1) }),
      response: ({ body }) => {
        const entry = state.refreshTokens.get(body.refreshToken)
        if (entry?.isUsed) {
          state.reusedRefreshTokens.push({ phone: entry.phone, at: state.now() })
        }
        if (!entry || entry.isUsed) return refuse(401, 'unauthorized', 'Войдите заново')
        entry.isUsed = true
        return state.issueTokens(entry.phone)
      },
    }),
    open({
      gateway,
      name: 'POST /v3/profile/register/magnit-id-code',
      body: z.object({
        magnitIDCode: z.string().min(1),
        ...personalFields.required({ firstName: true }).shape,
      }),
      response: ({ body }) => {
        const code = liveLoginCode(body.magnitIDCode)
        if (!code) return refuse(400, 'validationError', 'Код входа недействителен')
        const user = state.user(code.phone)
        if (user.isRegistered) return refuseInvalid('Этот номер уже зарегистрирован')
        const errors = wrongFields(body, state.now())
        if (body.email !== undefined && isForbidden(body.email)) {
          errors.push({
            name: 'email',
            code: 'emailForbiddenToUse',
            message: 'Укажите личную почту',
          })
        }
        if (errors.length > 0) return invalidFields(errors)
        write(user, body)
        welcome(user, state.now())
        return { userId: user.userId }
      },
    }),
    personal({
      gateway,
      name: 'GET /v1/profile',
      response: ({ user }) => getProfile(user),
    }),
    personal({
      gateway,
      name: 'PATCH /v1/profile',
      body: personalFields,
      response: ({ user, body }) => {
        const errors = wrongFields(body, state.now())
        if (errors.length > 0) return invalidFields(errors)
        if (body.email !== undefined && isForbidden(body.email)) {
          return refuse(422, 'emailForbiddenToUse', 'Укажите личную почту')
        }
        write(user, body)
        return getProfile(user)
      },
    }),
    personal({
      gateway,
      name: 'POST /v1/profile/email-confirm',
      body: z.object({ email: z.string().min(1) }),
      response: ({ user, body }) => {
        if (!isEmail(body.email)) {
          return invalidFields([{ name: 'email', code: 'invalid', message: 'Неверный адрес' }])
        }
        state.letters.push({
          phone: user.phone,
          email: body.email,
          token: randomBytes(12).toString('hex'),
          at: getInstant(state.now()),
        })
        return noContent()
      },
    }),
  ]
}

function write(user: User, fields: Fields): void {
  const { firstName, email, ...others } = personalFields.parse(fields)
  Object.assign(user, others)
  if (firstName !== undefined) user.firstName = firstName.trim()
  if (email !== undefined && email !== user.email) {
    user.email = email
    user.isEmailConfirmed = false
  }
}

function wrongFields({ firstName, birthDate, email }: Fields, now: number): FieldError[] {
  const errors: FieldError[] = []
  if (firstName === 'Ошибка') {
    return [
      { name: 'firstName', code: 'forbidden', message: 'Такое имя указать нельзя' },
      { name: 'email', code: 'alreadyUsed', message: 'Этот адрес уже занят' },
    ]
  }
  if (firstName !== undefined && !/^(?=.{1,50}$)\p{L}[\p{L}\p{M}’' -]*$/u.test(firstName.trim())) {
    errors.push({ name: 'firstName', code: 'invalid', message: 'От 1 до 50 букв' })
  }
  if (birthDate !== undefined) {
    const reason = wrongBirthDate(birthDate, now)
    if (reason) errors.push({ name: 'birthDate', ...reason })
  }
  if (email !== undefined && !isEmail(email)) {
    errors.push({ name: 'email', code: 'invalid', message: 'Неверный адрес' })
  }
  return errors
}

function wrongBirthDate(birthDate: string, now: number): Omit<FieldError, 'name'> | undefined {
  if (!z.iso.date().safeParse(birthDate).success) {
    return { code: 'invalid', message: 'Неверная дата' }
  }
  const born = Date.parse(birthDate)
  if (born > now - DAY) return { code: 'inFuture', message: 'Дата должна быть в прошлом' }
  const comesOfAge = new Date(born)
  comesOfAge.setUTCFullYear(comesOfAge.getUTCFullYear() + AGE_ALLOWED_YEARS)
  if (comesOfAge.getTime() > now) {
    return { code: 'tooYoung', message: 'Участвовать можно с 14 лет' }
  }
  return undefined
}

const isEmail = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)

const isForbidden = (email: string) => email.toLowerCase().endsWith('@forbidden.example')
