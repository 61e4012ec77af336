import { z } from 'zod'

import { id, shownText } from '~/gateways/schemas/common.server'

import { endpoint } from './endpoint.server'

const challenge = z.object({ id, question: shownText.min(1) })

/** The sandbox's captcha; browsers call other providers themselves. */
export const captchaEndpoints = {
  /** A text question that accepts one answer. */
  createChallenge: endpoint('captcha GET /challenge', {
    auth: 'none',
    response: challenge,
    without: 'no question is asked',
  }),
}
