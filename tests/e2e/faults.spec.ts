import { expect, test } from './fixtures'

test.describe('an error in the browser', { tag: '@js' }, () => {
  test('reaches the server with file and line, without personal data', async ({
    page,
    app,
    walk,
  }) => {
    await walk('Войти')
    await page.waitForFunction(() => '__remixRouter' in window)
    const sent = page.waitForRequest((request) => request.url().endsWith('/errors'))
    // An error event with a position in a file of the build.
    await page.evaluate(() => {
      const error = new TypeError('canary for +7 905 444-00-11')
      const file = document.querySelector('link[rel=modulepreload]')?.getAttribute('href')
      error.stack = `TypeError: x\n    at show (${location.origin}${file}:1:99)`
      dispatchEvent(new ErrorEvent('error', { error }))
    })
    await sent
    await expect.poll(() => app.log()).toContain('"what":"script"')
    const line =
      app
        .log()
        .split('\n')
        .find((each) => each.includes('"what":"script"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ where: 'browser', what: 'script', kind: 'TypeError' })
    expect(line).toMatch(/app:\/\/\/build\/client\/assets\/[\w.-]+\.js:1:99/)
    expect(line).not.toMatch(/444\D{0,2}00\D{0,2}11/)
  })
})
