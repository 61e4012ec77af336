import { createContext, runInContext } from 'node:vm'

import { parse } from 'acorn'
import { describe, expect, test, vi } from 'vitest'

import { beginScripts, holdScripts } from './late-scripts.server'

test('scripts and their links stay where they are, but begin nothing, and data are data', () => {
  const page =
    '<link rel="preload" href="/f.woff2"/><link rel="modulepreload" href="/a.js"/>' +
    '<link rel="modulepreload" href="/b.js"/>' +
    '<script nonce="n1">window.__remixContext = {"url":"/?a=\\u003c$1;"};</script>' +
    '<script nonce="n1" type="module" async="">import "/a.js"</script>'
  expect(holdScripts(page)).toBe(
    '<link rel="preload" href="/f.woff2"/><link rel="modulepreload" media="not all" href="/a.js"/>' +
      '<link rel="modulepreload" media="not all" href="/b.js"/>' +
      '<script type="application/json" id="page-data">{"url":"/?a=\\u003c$1;"}</script>' +
      '<script nonce="n1" type="text/plain">import "/a.js"</script>',
  )
})

describe('the script that begins them', () => {
  /** Runs it as a browser would whose window has these names, and tells what has become of the page. */
  function run(browser: object) {
    const held = { textContent: 'import "/a.js"', replaceWith: vi.fn() }
    const preload = { media: 'not all' }
    const document = {
      hidden: true,
      querySelector: (selector: string) => (selector === 'noscript' ? null : held),
      querySelectorAll: () => [preload],
      createElement: () => ({}),
      getElementById: (id: string) => id === 'page-data' && { textContent: '{"url":"/"}' },
    }
    const tasks: (() => void)[] = []
    const setTimeout = (work: () => void) => void tasks.push(work)
    const window = createContext({ document, setTimeout, ...browser })
    runInContext(`window = globalThis; ${beginScripts}`, window)
    const { __remixContext: data } = window
    // Each file is asked for in a task of its own, and the module last: its files are on their way.
    const steps = tasks.map((task) => {
      task()
      return [preload.media, held.replaceWith.mock.calls.length]
    })
    return { scripts: held.replaceWith.mock.calls.flat(), steps, data }
  }

  test('starts the page’s module in a browser of the list', () => {
    expect(run({ crypto: { randomUUID: () => '' }, TextEncoderStream: class {} })).toEqual({
      scripts: [{ type: 'module', textContent: 'import "/a.js"' }],
      steps: [
        ['', 0],
        ['', 1],
      ],
      data: { url: '/' },
    })
  })

  test.each([
    ['an older one', { crypto: {}, TextEncoderStream: class {} }],
    ['an older one of another family', { crypto: { randomUUID: () => '' } }],
    ['a very old one', {}],
  ])('leaves the page as it is in %s', (_, browser) => {
    expect(run(browser)).toEqual({ scripts: [], steps: [], data: undefined })
  })

  test.each([
    [
      'is loaded again as its noscript says',
      '<meta http-equiv="refresh" content="300"/>',
      [300_000],
    ],
    ['is left alone without such a word', '<a href="/login/code">Обновить</a>', []],
    ['is left alone without a noscript', null, []],
  ])('a page in an older one %s', (_, textContent, waits) => {
    const reload = vi.fn()
    const asked: number[] = []
    const window = createContext({
      document: { querySelector: () => (textContent === null ? null : { textContent }) },
      location: { reload },
      setTimeout: (work: () => void, ms: number) => {
        asked.push(ms)
        work()
      },
    })
    runInContext(`window = globalThis; ${beginScripts}`, window)
    expect(asked).toEqual(waits)
    expect(reload).toHaveBeenCalledTimes(waits.length)
  })

  test('is a script to every browser since 2016: none stumbles over it', () => {
    expect(() => parse(beginScripts, { ecmaVersion: 2015 })).not.toThrow()
  })
})
