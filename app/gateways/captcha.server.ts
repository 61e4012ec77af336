import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as shapes from '~/gateways/shapes/captcha.server'

/** The sandbox's captcha; other providers speak to the browser, not to us. */
const captchaEndpoints = {
  createChallenge: endpoint({
    gateway: 'captcha',
    method: 'GET',
    path: '/challenge',
    auth: 'none',
    effect: 'safe',
    answer: shapes.challenge,
    usedBy: ['/login', '/profile/cards/add'],
    without: 'no question is asked',
  }),
}

/** @param call one visitor's calls */
export function captchaGateway(call: Call) {
  return {
    /** A question as text, good for one answer. */
    createChallenge: (options?: CallOptions): Promise<shapes.Challenge> =>
      call(captchaEndpoints.createChallenge, options),
  }
}
