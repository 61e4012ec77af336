import { createContext, runInContext } from 'node:vm'

import { parse } from 'acorn'
import { describe, expect, test, vi } from 'vitest'

import { inlineScript } from '../../scripts/inline-script.mjs'

const firstScript = await inlineScript('app/framework/first-script.ts', ['es2015'])

const current = {
  crypto: { randomUUID: () => '' },
  TextEncoderStream: class {},
  MutationObserver: class {
    observe() {}
  },
}

/** Runs the script with these globals; returns the nodes that each task moved. */
function run(browser: object) {
  const moved: string[] = []
  const template = {
    content: { childNodes: ['preload', 'module'] },
    append: (node: string) => moved.push(node),
  }
  const document = { hidden: true, querySelector: () => null, getElementById: () => template }
  const tasks: (() => void)[] = []
  const addEventListener = () => undefined
  const setTimeout = (work: () => void) => void tasks.push(work)
  const window = createContext({ document, setTimeout, addEventListener, ...browser })
  runInContext(`window = globalThis; ${firstScript}`, window)
  return tasks.map((task) => {
    task()
    return [...moved]
  })
}

describe('the script that starts the deferred ones', () => {
  test('moves each node in its own task in a supported browser, the module last', () =>
    expect(run(current)).toEqual([['preload'], ['preload', 'module']]))

  test.each([
    ['without crypto.randomUUID', { crypto: {}, TextEncoderStream: class {} }],
    ['without TextEncoderStream', { crypto: { randomUUID: () => '' } }],
    ['without crypto', {}],
  ])('starts no script in an unsupported browser: %s', (_, browser) =>
    expect(run(browser)).toEqual([]),
  )

  test.each([
    [
      'reloads after the delay of its noscript refresh',
      '<meta http-equiv="refresh" content="300"/>',
      [300_000],
    ],
    ['does not reload without a refresh in its noscript', '<a href="/login/code">Обновить</a>', []],
    ['does not reload without a noscript', null, []],
  ])('in an older browser, a page without deferred scripts %s', (_, textContent, waits) => {
    const reload = vi.fn()
    const asked: number[] = []
    const window = createContext({
      document: { querySelector: () => (textContent === null ? null : { textContent }) },
      location: { reload },
      setTimeout(work: () => void, ms: number) {
        asked.push(ms)
        work()
      },
    })
    runInContext(`window = globalThis; ${firstScript}`, window)
    expect(asked).toEqual(waits)
    expect(reload).toHaveBeenCalledTimes(waits.length)
  })

  test('parses in every browser since 2016', () => {
    expect(() => parse(firstScript, { ecmaVersion: 2015 })).not.toThrow()
  })
})
