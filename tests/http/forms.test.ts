import { afterAll, afterEach, expect, test } from 'vitest'

import { startSite } from '../support/site'
import {
  act,
  getFields,
  getForm,
  isForm,
  prepare,
  seen,
  writes,
  type Actor,
} from '../support/forms'
import { expectHealthy } from '../support/health'
import { pushSettings } from '../support/push-settings'
import { callsFor } from '../support/reads'

const POSTS = 20

const { app, sandbox, newPhone, guest } = await startSite(pushSettings, {
  accessTokenLifeSeconds: 3600,
})
afterEach(() => sandbox.faults.clear())
afterAll(() => expectHealthy(app))

const posted = writes
  .flatMap((write) => (isForm(write.id) ? [{ ...write, id: write.id }] : []))
  .filter(({ isByLooking }) => !isByLooking)

function newActor(isNewcomer: boolean): Actor {
  const number = newPhone()
  const phone = isNewcomer ? `7901${number.slice(4)}` : number
  return { visitor: guest(), sandbox: sandbox, phone }
}

const once = posted.filter(({ id }) => !getForm(id).isRepeatable)
test.each(once)(
  '$id writes to $endpoint once when it is sent twenty times at once',
  async (write) => {
    const { endpoint, id, isNewcomer } = write
    const actor = newActor(isNewcomer)
    await prepare(write, actor)
    const fields = { ...getFields(id, actor), formId: crypto.randomUUID() }
    const taps = Array.from({ length: POSTS }, () => ({ ...actor, visitor: actor.visitor.copy() }))
    const answers = await Promise.all(taps.map((tap) => act(write, tap, fields)))
    for (const answer of answers) expect(answer.status).toBeLessThan(400)
    expect(callsFor(actor, endpoint)).toHaveLength(1)
  },
)

test.each(posted.filter(({ failure }) => failure))(
  '$id shows in words that $endpoint failed, and keeps what was typed',
  async (write) => {
    const { endpoint, failure, id, isNewcomer, isNameless } = write
    const actor = newActor(isNewcomer)
    await prepare(write, actor)
    const own = !isNameless && { phone: actor.phone }
    sandbox.faults.add({ endpoint, mode: 'status', status: 500, ...own })
    const fields = getFields(id, actor)
    const answer = await act(write, actor, fields)
    const page = await seen(actor.visitor, answer)
    expect(page).toMatch(failure!)
    if (!id.endsWith('.screen')) return
    expect(answer.status).toBeGreaterThan(400)
    for (const [name, value] of Object.entries(fields))
      if (!secret.test(name)) expect(isKept(page, name, value), name).toBe(true)
  },
)

/** They never come back. */
const secret = /^(?:code|cvc|captcha.*)$/
const plain = (text = '') => text.replaceAll(/[^\p{L}\d-]/gu, '')

/** Whether a field of this name has the value, which it may have spelt in its own way. */
function isKept(page: string, name: string, value: string): boolean {
  const fields = [...page.matchAll(/<(?:input|textarea) ([^>]*)>([^<]*)/g)]
  return fields
    .filter(([, attributes = '']) => attributes.includes(`name="${name}"`))
    .some(([, attributes = '', text]) => {
      const own = /value="([^"]*)"/.exec(attributes)?.[1] ?? text
      if (/type="(?:radio|checkbox)"/.test(attributes))
        return / checked/.test(attributes) && (value === 'on' || own === value)
      return plain(own).endsWith(plain(value).slice(-10))
    })
}

const screens = posted.filter(({ id }) => id.endsWith('.screen'))
test.each(screens)(
  '$id puts the focus of an empty form on its first error alone',
  async (write) => {
    const actor = newActor(write.isNewcomer)
    await prepare(write, actor)
    const empty = Object.fromEntries(
      Object.keys(getFields(write.id, actor)).map((name) => [name, '']),
    )
    const answer = await act(write, actor, empty)
    const page = await answer.text()
    const errors = [...page.matchAll(/<\w+[^>]* id="(?:error-summary|[^"]+-error)"[^>]*>/g)]
    expect(page.match(/ autofocus=""/g) ?? []).toHaveLength(Math.min(errors.length, 1))
    if (errors[0]) expect(errors[0][0]).toContain('autofocus=""')
  },
)
