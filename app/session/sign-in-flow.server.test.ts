import { expect, test } from 'vitest'
import { z } from 'zod'

import { CookieJar } from './cookies.server'
import { createSealer } from './seal.server'
import { codeRequestSchema } from './session-schemas.server'
import { changeFlowState, storeCodeRequest } from './session.server'

test('5.4: a phone is stored with +7, and read as digits', () => {
  const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
  const jar = new CookieJar(null, { secure: true, sealer })
  const getPhone = (shape: z.ZodType<{ phone: string }>) => jar.getSealed('v1_otp', shape)?.phone
  storeCodeRequest(jar, { phone: '79000000001', attemptId: 'a', expires: 1 })
  changeFlowState(jar, { returnTo: '/today' })
  expect(getPhone(z.object({ phone: z.string() }))).toBe('+79000000001')
  expect(getPhone(codeRequestSchema)).toBe('79000000001')
})
