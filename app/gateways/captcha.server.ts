import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as schemas from '~/gateways/schemas/captcha.server'

/** The sandbox's captcha; browsers call other providers themselves. */
const captchaEndpoints = {
  createChallenge: endpoint({
    gateway: 'captcha',
    method: 'GET',
    path: '/challenge',
    auth: 'none',
    effect: 'safe',
    answer: schemas.challenge,
    usedBy: ['/login', '/profile/cards/add'],
    without: 'no question is asked',
  }),
}

/** @param call sends the calls of one visitor */
export function captchaGateway(call: Call) {
  return {
    /** A text question that accepts one answer. */
    createChallenge: (options?: CallOptions): Promise<schemas.Challenge> =>
      call(captchaEndpoints.createChallenge, options),
  }
}
