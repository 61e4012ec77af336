import { open, type Endpoint } from '../endpoint'
import type { State } from '../state'

/** A captcha with a text question. */
export function captcha(state: State): Endpoint[] {
  return [
    open({
      gateway: 'captcha',
      name: 'GET /challenge',
      response: () => state.captcha.challenge(),
    }),
    open({
      gateway: 'captcha',
      name: 'POST /validate',
      response: async ({ request }) => {
        const { token } = Object.fromEntries(new URLSearchParams(await request.text()))
        return state.captcha.verify(token)
          ? { status: 'ok', message: '' }
          : { status: 'failed', message: 'Invalid or expired Token.' }
      },
    }),
  ]
}
