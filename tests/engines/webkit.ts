import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { Builder, error, type WebElement } from 'selenium-webdriver'

import { freePort } from '../../scripts/local-server'
import { findWebKit } from './find-engines'
import type { Engine } from './engine'

const SIZE = { width: 390, height: 900, x: 0, y: 0 }
const START_MS = 15_000

/** WebKitGTK's MiniBrowser, driven by WebDriver, on its own screen. */
export async function openWebKit({ isScripted }: { isScripted: boolean }): Promise<Engine> {
  const { driver: driverPath, browser: binary } = findWebKit()
  const port = await freePort()
  const process = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1920x2000x24', driverPath, `--port=${port}`],
    { stdio: 'ignore', detached: true, env: { ...globalThis.process.env, GTK_THEME: 'Adwaita' } },
  )
  const stop = async () => {
    if (process.exitCode !== null || process.pid === undefined) return
    const closed = once(process, 'exit')
    globalThis.process.kill(-process.pid, 'SIGTERM')
    await closed
  }
  try {
    await isListening(port)
    const args = ['--automation', ...(isScripted ? [] : ['--enable-javascript=FALSE'])]
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args },
      })
      .build()
    await driver.manage().window().setRect(SIZE)
    const version = (await driver.getCapabilities()).getBrowserVersion() ?? ''
    return {
      name: `WebKitGTK ${version}`,
      async open(url) {
        const before = await driver.getCurrentUrl()
        await driver.get(url)
        // While a worker takes over, the browser stays on its page: opens the address once more.
        if (before !== url && (await driver.getCurrentUrl()) === before) await driver.get(url)
      },
      url: () => driver.getCurrentUrl(),
      async setCookies(origin, cookies) {
        // Only a page of the site accepts its cookies.
        await driver.get(`${origin}/healthz`)
        for (const [name, value] of cookies)
          await driver.manage().addCookie({ name, value, path: '/' })
      },
      evaluate: (work, ...args) => driver.executeScript(work as never, ...args),
      async press(find, ...target) {
        const element = await driver.executeScript<WebElement | null>(find as never, ...target)
        if (!element) return false
        try {
          await element.click()
          return true
        } catch (caught) {
          // The element moved, or its page was left.
          if (caught instanceof error.WebDriverError) return false
          throw caught
        }
      },
      has: async (find, ...target) =>
        (await driver.executeScript<WebElement | null>(find as never, ...target)) !== null,
      type: (text) => driver.actions().sendKeys(text).perform(),
      screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      // MiniBrowser reports no errors; the pages' scripts report their own to the application.
      faults: () => [],
      async close() {
        await driver.quit()
        await stop()
      },
    }
  } catch (failure) {
    await stop()
    throw failure
  }
}

async function isListening(port: number): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
