import { http, HttpResponse, type HttpHandler } from 'msw'
import { z } from 'zod'

import { notFound, noContent, refuse } from '../responses'
import type { SandboxContext } from '../endpoint'
import { faultModes } from '../faults'
import type { Inbox } from '../inbox'
import { page } from '../page'
import { smartCaptchaScript } from '../smart-captcha'

const phone = z.string().regex(/^7\d{10}$/)

const fault = z.object({
  endpoint: z.string().min(1),
  gateway: z.enum(['web', 'magnit-id', 'fraud', 'captcha']).optional(),
  mode: z.enum(faultModes),
  status: z.number().int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  retryAfterSeconds: z.number().int().min(1).optional(),
  latencyMs: z.number().int().min(0).optional(),
  after: z.number().int().min(0).optional(),
  times: z.number().int().min(1).optional(),
  phone: phone.optional(),
})

const life = z.number().int().min(1).optional()
const settings = z.object({
  accessTokenLifeSeconds: life,
  codeLifeSeconds: life,
  captchaLifeSeconds: life,
  tokenBytes: z.number().int().min(0).max(8000).optional(),
  largestPage: z.number().int().min(1).max(50).optional(),
})

const expiry = z.object({ phone, what: z.enum(['codes', 'access']) })

/** Reads the body of a control call; errors are returned as plain text. */
async function read<Body>(
  request: Request,
  shape: z.ZodType<Body>,
): Promise<{ body: Body } | { refusal: Response }> {
  const parsed = shape.safeParse(await request.json().catch(() => undefined))
  return parsed.success
    ? { body: parsed.data }
    : { refusal: refuse(400, 'validationError', z.prettifyError(parsed.error)) }
}

/** The control interface for people and tests. Faults do not apply to it. */
export function control(context: SandboxContext, inbox: Inbox, reset: () => void): HttpHandler[] {
  const { state, faults, calls } = context
  return [
    http.get('*/__sandbox', () => HttpResponse.html(page(inbox, state))),
    http.get('*/__sandbox/inbox', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('phone')
      // A plus in a query that was not encoded arrives as a space.
      return HttpResponse.json({ texts: inbox.texts(asked?.replace(/\D/g, '') || undefined) })
    }),
    http.get('*/__sandbox/captcha/:id', ({ params }) => {
      const answer = state.captcha.answer(String(params.id))
      return answer === undefined ? notFound() : HttpResponse.json({ answer })
    }),
    http.get(
      '*/__sandbox/smartcaptcha.js',
      () =>
        new HttpResponse(smartCaptchaScript, { headers: { 'Content-Type': 'text/javascript' } }),
    ),
    http.get('*/__sandbox/smartcaptcha/token', () => {
      const { id } = state.captcha.challenge()
      const token = `${id}.${state.captcha.answer(id)}`
      return HttpResponse.json(
        { token, lifeSeconds: state.settings.captchaLifeSeconds },
        { headers: { 'Access-Control-Allow-Origin': '*' } },
      )
    }),
    http.get('*/__sandbox/letters/:token', ({ params }) => {
      const letter = state.letters.find(({ token }) => token === params.token)
      const user = letter && state.users.get(letter.phone)
      if (!letter || !user) return notFound()
      if (user.email === letter.email) user.isEmailConfirmed = true
      return HttpResponse.json({ email: letter.email, isConfirmed: user.isEmailConfirmed })
    }),
    http.get('*/__sandbox/faults', () => HttpResponse.json({ faults: faults.list() })),
    http.post('*/__sandbox/faults', async ({ request }) => {
      const asked = await read(request, fault)
      if ('refusal' in asked) return asked.refusal
      faults.add(asked.body)
      return HttpResponse.json({ faults: faults.list() }, { status: 201 })
    }),
    http.delete('*/__sandbox/faults', () => {
      faults.clear()
      return noContent()
    }),
    http.post('*/__sandbox/reset', () => {
      reset()
      return noContent()
    }),
    http.post('*/__sandbox/settings', async ({ request }) => {
      const asked = await read(request, settings)
      if ('refusal' in asked) return asked.refusal
      const given = Object.entries(asked.body).filter(([, value]) => value !== undefined)
      Object.assign(state.settings, Object.fromEntries(given))
      return HttpResponse.json(state.settings)
    }),
    http.post('*/__sandbox/expire', async ({ request }) => {
      const asked = await read(request, expiry)
      if ('refusal' in asked) return asked.refusal
      state.expire(asked.body.phone, asked.body.what)
      return noContent()
    }),
    http.get('*/__sandbox/calls', ({ request }) => {
      const endpoint = new URL(request.url).searchParams.get('endpoint')
      return HttpResponse.json({
        calls: calls.filter((call) => endpoint === null || call.endpoint === endpoint),
      })
    }),
  ]
}
