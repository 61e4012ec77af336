import { isIP } from 'node:net'

import { z } from 'zod'

import { startDeadline } from './deadline.server'
import { createHttpClient } from './http.server'

/** `unknown`: the token cannot be checked now, or not at all. */
export type CaptchaVerdict = 'right' | 'wrong' | 'unknown'

export interface CaptchaCheck {
  /** True when a captcha can be shown. */
  isOffered: boolean
  /** True when answers can be verified here; else the gateway checks them. */
  isVerifiable: boolean
  /**
   * Asks the provider, which accepts a token once; never throws, and takes 1.5 s at most.
   * @param address the client's IP address; networks are not sent
   */
  verify(token: string, address: string): Promise<CaptchaVerdict>
  close(): Promise<void>
}

interface CaptchaCheckOptions {
  isOffered: boolean
  /** The provider's server-side check; null: the gateway checks the tokens. */
  url: string | null
  secret: string
}

const DEADLINE_MS = 1500
const verdictSchema = z.object({ status: z.enum(['ok', 'failed']) })

/** The server-side check of Yandex SmartCaptcha; the sandbox's captcha has the same protocol. */
export function createCaptchaCheck({ isOffered, url, secret }: CaptchaCheckOptions): CaptchaCheck {
  const http = url === null ? null : createHttpClient(url)
  return {
    isOffered,
    isVerifiable: isOffered && http !== null,
    async verify(token, address) {
      if (!http) return 'unknown'
      const deadline = startDeadline(DEADLINE_MS)
      const asked = { secret, token, ...(isIP(address) && { ip: address }) }
      try {
        const { status, text } = await http.send({
          endpoint: 'POST captcha/validate',
          method: 'POST',
          path: '',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(asked).toString(),
          signal: deadline.signal,
        })
        if (status !== 200) return 'unknown'
        return verdictSchema.parse(JSON.parse(text)).status === 'ok' ? 'right' : 'wrong'
      } catch {
        return 'unknown'
      } finally {
        deadline.clear()
      }
    },
    close: async () => http?.close(),
  }
}
