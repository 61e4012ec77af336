import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as shapes from '~/gateways/shapes/captcha.server'

/** The sandbox's captcha; browsers call other providers themselves. */
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

/** @param call sends the calls of one visitor */
export function captchaGateway(call: Call) {
  return {
    /** A text question that accepts one answer. */
    createChallenge: (options?: CallOptions): Promise<shapes.Challenge> =>
      call(captchaEndpoints.createChallenge, options),
  }
}
