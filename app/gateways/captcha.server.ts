import { endpoint } from './endpoint.server'
import * as schemas from '~/gateways/schemas/captcha.server'

/** The sandbox's captcha; browsers call other providers themselves. */
export const captchaEndpoints = {
  /** A text question that accepts one answer. */
  createChallenge: endpoint({
    gateway: 'captcha',
    method: 'GET',
    path: '/challenge',
    auth: 'none',
    effect: 'safe',
    response: schemas.challenge,
    without: 'no question is asked',
  }),
}
