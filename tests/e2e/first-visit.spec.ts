import type { BrowserContext, Page } from '@playwright/test'

import { awaitWorker, expect, openAddress, test } from './fixtures'

test.use({ serviceWorkers: 'allow' })

/**
 * Records the requests of the page that reach the network, with their bytes. The returned function stops and
 * returns them.
 */
async function watchNetwork(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) asked.set(requestId, { url: request.url, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromServiceWorker) asked.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  return async () => {
    await session.detach()
    return [...asked.values()]
  }
}

/** Waits for the worker, which the idle scripts register last. */
async function standStill(page: Page) {
  await awaitWorker(page)
  await page.waitForLoadState('networkidle')
}

test.describe('the requests of a phone @js @whole', () => {
  test('the main screen loads at most 23 files at first, and less than 4 kB from this site at the next visit', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    const stopFirst = await watchNetwork(context, page)
    await openAddress(page, '/today', 'the installed app')
    await standStill(page)
    const first = await stopFirst()
    // Everything has loaded, or the number would mean nothing.
    for (const file of ['/today', 'framework-', 'today.screen-', 'idle-', 'push-', '.woff2'])
      expect(first.map(({ url }) => url).join('\n')).toContain(file)
    expect(first.length, first.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(23)

    // Only the page comes from the network, all other files from the cache. Pictures of another host are not
    // counted, because other ones may be visible now.
    const stopSecond = await watchNetwork(context, page)
    await openAddress(page, '/today', 'the installed app')
    await standStill(page)
    const ours = (await stopSecond()).filter(({ url }) =>
      url.startsWith(new URL(page.url()).origin),
    )
    expect(ours.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(4000)
    expect(ours.filter(({ url }) => url.includes('/assets/'))).toEqual([])
  })
})
