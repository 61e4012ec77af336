import { isIP } from 'node:net'

import { z } from 'zod'

import { startDeadline } from './deadline.server'
import { createHttpClient } from './http.server'

/** `unknown`: it cannot be checked, or not now. */
export type CaptchaVerdict = 'right' | 'wrong' | 'unknown'

/** Whether an answer to a captcha is believed. */
export interface CaptchaCheck {
  /** Whether a visitor can be asked at all. */
  isOffered: boolean
  /**
   * Asks the provider, which takes a token once; never throws, and takes 1.5 s at most.
   * @param address the client's; a network is not sent
   */
  verify(token: string, address: string): Promise<CaptchaVerdict>
  close(): Promise<void>
}

export interface CaptchaCheckOptions {
  isOffered: boolean
  /** Of the provider's server-side check; null: tokens are left to the gateway. */
  url: string | null
  secret: string
}

const DEADLINE_MS = 1500
const verdictShape = z.object({ status: z.enum(['ok', 'failed']) })

/** The server-side check of Yandex SmartCaptcha; the sandbox's speaks the same way. */
export function createCaptchaCheck({ isOffered, url, secret }: CaptchaCheckOptions): CaptchaCheck {
  const http = url === null ? null : createHttpClient(url)
  return {
    isOffered,
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
        return verdictShape.parse(JSON.parse(text)).status === 'ok' ? 'right' : 'wrong'
      } catch {
        return 'unknown'
      } finally {
        deadline.clear()
      }
    },
    close: async () => http?.close(),
  }
}
