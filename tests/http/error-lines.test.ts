import { expect, test } from 'vitest'

import { appEnv } from '../support/app-process'
import { startSite } from '../support/site'

/**
 * The first signal breaks `randomUUID`, which screens with forms call. The second breaks `Request`, which
 * every page needs.
 */
const faults = `
let heard = 0
process.on('SIGUSR2', () => {
  if (heard++ === 0) globalThis.crypto.randomUUID = () => { throw new Error('a fault of the page') }
  else globalThis.Request = class { constructor() { throw new Error('a fault before the page') } }
})`

const { NODE_OPTIONS } = appEnv('')
const program = `data:text/javascript,${encodeURIComponent(faults)}`
const { app, guest } = await startSite({
  NODE_OPTIONS: `${NODE_OPTIONS} --import ${program}`,
})

const errors = () =>
  app
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .map((line) => JSON.parse(line) as { msg: string; route?: string; err: { message: string } })

test.each([
  ['a page failed', 'a fault of the page'],
  ['request failed', 'a fault before the page'],
])('the log line «%s» names the route that failed', async (msg, message) => {
  app.child.kill('SIGUSR2')
  // The process handles the signal a moment later.
  const getLine = async () => {
    await guest().get('/login')
    return errors().find((each) => each.msg === msg)
  }
  await expect.poll(getLine).toMatchObject({ route: 'sign-in/login.screen', err: { message } })
})
