import { expect, test } from 'vitest'

import { subscription } from '../../tests/support/push-settings'
import { notificationKinds } from '../session/cookie-values.server'
import { page, readPage } from '../../tests/support/pages'
import { testContext } from '../../tests/support/test-context'
import { action as change } from './change.action'
import { GatewayError } from '../gateways/gateway-error.server'
import { allConsents } from '~/domain/consents'
import { writeInOrder } from '../session/consent-order.server'
import { action as enrol } from './enrol.resource'
import { action as relay } from './messages.resource'
import { action, loader } from './notification.screen'
import { action as hints } from './quiet.action'

const { shopper, visitor, getCalls, spoil, sandbox } = testContext()
const SAVE = 'PUT /cuscom/v2/user/permissions'
const ENROL = 'POST /cuscom/v3/user-device/enroll'
const BALANCE = 'GET /v3/user/balance'

/** Changes one consent by its switch. */
const flipper =
  (send: Awaited<ReturnType<typeof shopper>>['send']) =>
  (isPermitted: string, name = 'isSmsPermitted') =>
    send(change, '/profile/notification/change', { name, isPermitted })

test('1.9, 4.25, 6.3: shows the consents and saves them all', async () => {
  const { load, send, user } = await shopper()
  expect((await load(loader, '/profile/notification')).data.consents).not.toBeNull()
  expect(['GET /cuscom/v2/user/permissions', BALANCE].map(getCalls)).toEqual([1, 0])
  expect(await send(action, '/profile/notification', { isSmsPermitted: 'on' })).toMatchObject({
    location: '/profile/notification',
    flash: { type: 'success', title: 'Сохранили' },
  })
  expect(user.permissions).toMatchObject({ sms: true, email: false })
  const all = Object.fromEntries(allConsents.map(({ name }) => [name, 'on']))
  await send(action, '/profile/notification', { ...all, formId: crypto.randomUUID() })
  expect(Object.values(user.permissions)).toEqual(Array(8).fill(true))
  await send(action, '/profile/notification', { formId: crypto.randomUUID() })
  expect(Object.values(user.permissions)).toEqual(Array(8).fill(false))
})

test('3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 6.3: names each switch by what it allows', async () => {
  const { load, user } = await shopper()
  Object.assign(user.permissions, { sms: true, calls: false })
  const { data } = await load(page, '/profile/notification')
  const isOn = (name: string) =>
    new RegExp(`<input(?=[^>]* name="${name}")[^>]* checked`).test(String(data))
  expect(['isSmsPermitted', 'isCallsPermitted'].map(isOn)).toEqual([true, false])
  const switches = String(data).matchAll(/_label_[^>]*>([^<]+)<(?:(?!_label_).)*? name="(is\w+)"/gs)
  expect([...switches].map(([, title, name]) => [name, title])).toEqual([
    ['isPushPersPermitted', 'Личные пуши'],
    ['isPushMassPermitted', 'Пуши об акциях'],
    ['isPushContentPermitted', 'Рецепты, подборки и игры'],
    ['isEmailPermitted', 'Письма'],
    ['isSmsPermitted', 'СМС'],
    ['isSocialPermitted', 'Мессенджеры и соцсети'],
    ['isCallsPermitted', 'Звонки'],
    ['isDigitalReceiptPermitted', 'Электронные чеки'],
  ])
})

test('3.10: says on the screen whether any push is allowed', async () => {
  const { load, user } = await shopper()
  for (const [given, text] of [
    [{ email: true, push_content: false }, 'Пуши выключены.'],
    [{ push_content: true }, 'Пуши разрешены.'],
  ] as const) {
    Object.assign(user.permissions, given)
    const { data } = await load(page, '/profile/notification')
    expect(readPage(data).text).toContain(text)
  }
})

test('does not change a consent that the form lists as not loaded', async () => {
  const { send, user } = await shopper()
  Object.assign(user.permissions, { sms: true, email: true })
  await send(action, '/profile/notification', { unknown: 'isSmsPermitted' })
  expect(user.permissions).toMatchObject({ sms: true, email: false })
})

test('shows an error for an invalid consent', async () => {
  const { send } = await shopper()
  const odd = await send(action, '/profile/notification', { isSmsPermitted: 'maybe' })
  expect([odd.status, Object.keys(odd.data.result.error ?? {})]).toEqual([422, ['']])
  expect(getCalls(SAVE)).toBe(0)
})

test('shows saved changes as saved when the gateway saves them but returns an invalid response', async () => {
  const { send, user } = await shopper()
  spoil(SAVE, 'wrong-types')
  const flip = { name: 'isSmsPermitted', isPermitted: String(!user.permissions.sms) }
  const wanted = !user.permissions.sms
  expect((await send(change, '/profile/notification/change', flip)).data).toEqual({ isSaved: true })
  expect(user.permissions.sms).toBe(wanted)
  expect((await send(action, '/profile/notification')).flash?.title).toBe('Сохранили')
})

test('1.9, 4.1, 6.3: changes one consent per switch and returns the result to the script', async () => {
  const { send, user } = await shopper()
  const before = { ...user.permissions }
  const flip = flipper(send)
  expect((await flip('true')).data).toEqual({ isSaved: true })
  expect(user.permissions).toEqual({ ...before, sms: true })
  expect((await flip('true', 'isAnythingPermitted')).status).toBe(422)
  expect((await flip('yes')).status).toBe(422)
  spoil(SAVE, 'status')
  expect((await flip('false')).status).toBe(503)
})

test('saves the later of two parallel changes, although the gateway is slow for the first', async () => {
  const { send, user } = await shopper()
  const flip = flipper(send)
  const save = (fields: Record<string, string>) =>
    send(action, '/profile/notification', { ...fields, formId: crypto.randomUUID() })
  const slowly = async (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
    const before = getCalls(SAVE)
    sandbox.faults.add({ endpoint: SAVE, mode: 'latency', latencyMs: 250, times: 1 })
    const under = first()
    await expect.poll(() => getCalls(SAVE)).toBe(before + 1)
    return Promise.all([under, second()])
  }
  await slowly(
    () => flip('true'),
    () => flip('false'),
  )
  expect(user.permissions.sms).toBe(false)
  await slowly(
    () => save({}),
    () => save({ isSmsPermitted: 'on', isEmailPermitted: 'on' }),
  )
  expect(user.permissions).toMatchObject({ sms: true, email: true, calls: false })
  await slowly(
    () => save({ isSmsPermitted: 'on' }),
    () => flip('false'),
  )
  expect(user.permissions).toMatchObject({ sms: false, email: false })
})

test('keeps the earlier choice when a later one could not be saved', async () => {
  const { send, user } = await shopper()
  const flip = flipper(send)
  await flip('false')
  sandbox.faults.add({ endpoint: SAVE, mode: 'latency', latencyMs: 250, times: 1 })
  const under = flip('true')
  await expect.poll(() => getCalls(SAVE)).toBe(2)
  sandbox.faults.add({ endpoint: SAVE, mode: 'status', status: 422, times: 1 })
  expect((await flip('false')).status).toBe(503)
  expect((await under).data).toEqual({ isSaved: true })
  expect(user.permissions.sms).toBe(true)
  expect((await flip('false')).data).toEqual({ isSaved: true })
  expect(user.permissions.sms).toBe(false)
})

test('waits for the lock of a change that timed out, because the gateway may still apply it', async () => {
  const { with: see } = await shopper()
  const afterMs: number[] = []
  await see(async (context) => {
    // Shortens the lock to a twentieth.
    const { store: whole } = context.services
    const claim: typeof whole.claim = (key, value, lifeMs) => whole.claim(key, value, lifeMs / 20)
    const set: typeof whole.set = (key, value, lifeMs) => whole.set(key, value, lifeMs / 20)
    const store = { ...whole, claim, set }
    const quick = { ...context, services: { ...context.services, store } }
    for (const status of [undefined, 500]) {
      const error = { kind: status ? 'http' : 'timeout', endpoint: SAVE, status } as const
      const failed = writeInOrder(quick, { isSmsPermitted: true }, async () => {
        throw new GatewayError(error)
      })
      await expect(failed).rejects.toMatchObject(error)
      const failedAt = performance.now()
      await writeInOrder(quick, { isSmsPermitted: false }, async () => {
        afterMs.push(performance.now() - failedAt)
      })
    }
  })
  expect(afterMs[0]).toBeGreaterThan(150)
  expect(afterMs[1]).toBeLessThan(100)
})

test('lets eight changes of one shopper wait, and refuses further ones as not saved', async () => {
  const { send, user } = await shopper()
  const other = await shopper()
  const flip = flipper(send)
  await flip('false')
  sandbox.faults.add({ endpoint: SAVE, mode: 'latency', latencyMs: 1000, times: 1 })
  let saved = 0
  const waiting = Array.from({ length: 8 }, async () => {
    if ((await flip('true', 'isEmailPermitted')).status === 200) saved += 1
  })
  await expect.poll(() => getCalls(SAVE)).toBe(2)
  const refused = Array.from({ length: 20 }, () => flip('true'))
  for (const { status } of await Promise.all(refused)) expect(status).toBe(503)
  expect((await flipper(other.send)('true')).data).toEqual({ isSaved: true })
  expect(saved).toBe(0)
  await Promise.all(waiting)
  expect(saved).toBe(8)
  expect(user.permissions).toMatchObject({ sms: false, email: true })
  // All changes have ended, so eight more may wait.
  const again = Array.from({ length: 8 }, () => flip('true'))
  for (const { data } of await Promise.all(again)) expect(data).toEqual({ isSaved: true })
  expect(user.permissions.sms).toBe(true)
})

test('sends the newest choice of a consent with each change that waited', async () => {
  const { send } = await shopper()
  const flip = (isPermitted: string) => flipper(send)(isPermitted, 'isEmailPermitted')
  sandbox.faults.add({ endpoint: SAVE, mode: 'latency', latencyMs: 500, times: 1 })
  const first = flip('true')
  await expect.poll(() => getCalls(SAVE)).toBe(1)
  await Promise.all([first, flip('true'), flip('false')])
  const sent = sandbox.calls.filter(({ endpoint }) => endpoint === SAVE)
  expect(sent.map(({ body }) => (body as { email: boolean }).email)).toEqual([true, false, false])
})

test('mutes the notifications with unticked boxes on this device, and shows ticked ones again', async () => {
  const { load, send, jar } = await shopper()
  const quiet = async () => (await load(loader, '/profile/notification')).data.quiet
  expect(await quiet()).toEqual([])
  expect(await send(hints, '/profile/notification/quiet')).toMatchObject({
    location: '/profile/notification',
    flash: { type: 'success', title: 'Сохранили' },
  })
  expect(await quiet()).toEqual(notificationKinds)
  const shown = new URLSearchParams(notificationKinds.map((name) => ['shown', name])).toString()
  const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await send(hints, '/profile/notification/quiet', shown, {}, asForm)
  expect(await quiet()).toEqual([])
  await send(hints, '/profile/notification/quiet', { shown: 'deadlines' })
  expect(await quiet()).toEqual(notificationKinds.filter((name) => name !== 'deadlines'))
  await send(hints, '/profile/notification/quiet', { shown: 'x'.repeat(5000) })
  expect(jar.get('__Host-v1_quiet')).toBe(notificationKinds.join('.'))
})

test('enrols a browser with a sealed token, five times an hour', async () => {
  const { send, user } = await shopper()
  const post = (given: string) =>
    send(enrol, '/push/enrol', { subscription: given, permitted: 'true' })
  const at = (endpoint: string) => JSON.stringify({ ...JSON.parse(subscription), endpoint })
  for (const odd of ['', '{', at('https://evil.example/x'), at('https://169.254.169.254/x')])
    expect((await post(odd)).status).toBe(400)
  expect((await post(at('https://permanently-removed.invalid/fcm/send/x'))).status).toBe(410)
  expect(getCalls(ENROL)).toBe(0)
  expect((await post(subscription)).status).toBe(204)
  expect(user.devices).toEqual([{ pushToken: expect.any(String), notificationsPermitted: true }])
  expect(user.devices[0]?.pushToken).not.toContain('fcm')
  expect((await send(enrol, '/push/enrol', { subscription })).status).toBe(204)
  expect(user.devices.at(-1)).toMatchObject({ notificationsPermitted: false })
  // The gateway's own error refunds the limit; an uncertain result does not.
  spoil(ENROL, 'status')
  for (let turn = 1; turn <= 6; turn += 1) expect((await post(subscription)).status).toBe(502)
  sandbox.faults.clear()
  spoil(ENROL, 'malformed')
  for (let turn = 3; turn <= 5; turn += 1) expect((await post(subscription)).status).toBe(502)
  expect(await post(subscription)).toMatchObject({ status: 429, isLimited: true })
})

test("refuses a message without the relay's token or with an invalid body", async () => {
  const { send } = await visitor()
  const post = (body: object, key = 'a-relay-token-of-the-tests-that-is-long') =>
    send(relay, '/push/messages', JSON.stringify(body), {}, { Authorization: `Bearer ${key}` })
  const notification = { title: 'Здравствуйте', text: 'Звёзды ждут' }
  expect((await post({ tokens: ['x'], notification }, 'guessed')).status).toBe(401)
  expect((await post({ tokens: [] })).status).toBe(422)
  const strange = await post({ tokens: ['x'], notification: { ...notification, url: '//evil' } })
  expect(strange.status).toBe(422)
  expect((await post({ tokens: ['not ours'], notification })).data).toEqual({ results: ['gone'] })
})
