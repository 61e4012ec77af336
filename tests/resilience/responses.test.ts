import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { startSite } from '../support/site'
import { cases } from '../support/extent'
import { expectHealthy } from '../support/health'
import { mutate, mutation, type Mutation } from '../support/changed-responses'
import { seed } from '../support/nasty'
import { open, openings } from '../support/reads'
import { pushSettings } from '../support/push-settings'
import { act, prepare, writes } from '../support/forms'

/** Text that a template makes of an unexpected value. */
const NONSENSE = /\bNaN\b|\bundefined\b|\[object Object\]|Invalid Date|\bInfinity\b/

let nextPhone = 79084000000

const { app, sandbox, newPhone, guest, signedIn } = await startSite(
  { ...pushSettings, LOG_LEVEL: 'info' },
  { accessTokenLifeSeconds: 3600 },
)

afterAll(async () => {
  // The changes take effect: the log names violations of the contract.
  expect(app.log()).toContain('gateway broke the contract')
  await expectHealthy(app)
})

const getText = (page: string) =>
  page.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' ')

/** The fault of a response; null without one. */
async function getFault(response: Response, mostStatus: number): Promise<string | null> {
  const page = await response.text()
  const to = response.headers.get('Location')
  if (response.status === 500 || response.status > mostStatus) return `${response.status}`
  if (to && !to.startsWith('/')) return `leads to ${to}`
  const found = NONSENSE.exec(getText(page))
  if (found) return `shows ${getText(page).slice(Math.max(0, found.index - 80), found.index + 40)}`
  return null
}

describe(`seed ${seed}: whatever the gateway answers`, () => {
  test.concurrent.each(openings)(
    'no screen fails for $endpoint',
    async (opening) => {
      const phone = newPhone()
      const visitor = await signedIn(phone)
      const mutations = fc.sample(mutation, { seed, numRuns: cases(300, 15) })
      let current: Mutation = []
      sandbox.faults.add({
        endpoint: opening.endpoint,
        mode: 'changed',
        change: (response) => mutate(response, current),
        ...(!opening.isPublic && { phone }),
      })
      const failures: string[] = []
      for (const [number, each] of mutations.entries()) {
        current = each
        const response = await open(opening, { visitor, sandbox, phone, number })
        const fault = await getFault(response, 499)
        if (fault) failures.push(`${fault} after ${JSON.stringify(each)}`)
      }
      expect(failures.slice(0, 5)).toEqual([])
      expect(visitor.cookies.has('v1_jwt')).toBe(true)
    },
    600_000,
  )
})

describe(`seed ${seed}: whatever the gateway answers`, () => {
  test.each(writes)(
    'no form gets a 500 or shows nonsense for $endpoint',
    async (write) => {
      const mutations = fc.sample(mutation, { seed, numRuns: cases(60, 4) })
      const failures: string[] = []
      for (const each of mutations) {
        const number = (nextPhone += 1)
        const phone = write.isNewcomer ? `7901${String(number).slice(4)}` : String(number)
        const actor = { visitor: guest(), sandbox, phone }
        await prepare(write, actor)
        sandbox.faults.add({
          endpoint: write.endpoint,
          mode: 'changed',
          change: (response) => mutate(response, each),
          ...(!write.isNameless && { phone }),
          times: 1,
        })
        const fault = await getFault(await act(write, actor), 503)
        if (fault) failures.push(`${fault} after ${JSON.stringify(each)}`)
      }
      expect(failures.slice(0, 5)).toEqual([])
    },
    600_000,
  )
})
