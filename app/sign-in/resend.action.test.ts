import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { loader as code } from './code.screen'
import { action as login } from './login.screen'
import { action } from './resend.action'

const { sandbox, visitor, getCalls, refuse } = testContext()
const ASKED = 'POST /v1/auth/otp'
const { codeLifeSeconds } = sandbox.state.settings
afterEach(() => void (sandbox.state.settings.codeLifeSeconds = codeLifeSeconds))

async function waiting() {
  const guest = await visitor()
  await guest.send(login, '/login?returnTo=/qr', { phone: newPhone() })
  return guest
}
const resend = ({ send }: Awaited<ReturnType<typeof waiting>>) =>
  send(action, '/login/resend', { formId: crypto.randomUUID() })

test('4.10: sends no SMS while the code is valid, however long that is', async () => {
  sandbox.state.settings.codeLifeSeconds = 600
  const guest = await waiting()
  const { from = 0, now = 0 } = (await guest.load(code, '/login/code')).data.code ?? {}
  expect(from - now).toBeGreaterThan(590)
  const { location, flash } = await resend(guest)
  expect([location, flash]).toEqual(['/login/code?returnTo=%2Fqr', null])
  expect(getCalls(ASKED)).toBe(1)
})

test('4.7, 4.8, 4.9: sends a new code after the old one expired and the wait ended, or shows an error when sending fails', async () => {
  sandbox.state.settings.codeLifeSeconds = 0
  const other = await waiting()
  const one = await waiting()
  // Within a second after the last text, a new request leads to the pause screen.
  expect((await resend(one)).location).toBe('/login/pause?returnTo=%2Fqr')
  await sleep(1100)
  sandbox.state.settings.codeLifeSeconds = codeLifeSeconds
  expect(await resend(one)).toMatchObject({
    location: '/login/code?returnTo=%2Fqr',
    flash: { type: 'success', title: 'Отправили новый код' },
  })
  for (const status of [400, 404, 500]) {
    sandbox.faults.clear()
    refuse(ASKED, status, 'validationError')
    expect(await resend(other)).toMatchObject({
      location: '/login/code?returnTo=%2Fqr',
      flash: { type: 'error', title: 'Код не отправлен. Попробуйте чуть позже' },
    })
  }
  sandbox.faults.clear()
  refuse(ASKED, 403, 'forbidden')
  expect((await resend(other)).location).toBe('/login?captcha&returnTo=%2Fqr')
})
