import { open, type Endpoint } from '../endpoint'
import type { State } from '../state'

/** A captcha whose question is asked in words. */
export function captcha(state: State): Endpoint[] {
  return [
    open({
      gateway: 'captcha',
      name: 'GET /challenge',
      answer: () => state.captcha.challenge(),
    }),
  ]
}
