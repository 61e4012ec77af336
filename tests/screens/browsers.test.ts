// Checks that the browsers of package.json support the build's syntax and CSS. The linter checks Web APIs
// (eslint-plugin-compat); these tests find what only the build shows.
import { readdirSync, readFileSync } from 'node:fs'

import { parse, tokTypes, type Token } from 'acorn'
import doiuse from 'doiuse'
import postcss from 'postcss'
import { expect, test } from 'vitest'

const CLIENT = 'build/client'
/** The newest syntax that all of them read; esbuild rewrites newer parts. */
const SYNTAX = 2022

const built = [...readdirSync(`${CLIENT}/assets`).map((name) => `assets/${name}`), 'sw.js']
const getFiles = (extension: string) =>
  built
    .filter((name) => name.endsWith(extension))
    .map((name): [string, string] => [name, readFileSync(`${CLIENT}/${name}`, 'utf8')])

/** Methods that one of them lacks; no linter knows the object of a method. */
const newMethods = new Set([
  ...['requestSubmit', 'checkVisibility', 'showPopover', 'hidePopover', 'togglePopover'],
  ...['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'hasOwn', 'groupBy'],
  ...['isWellFormed', 'toWellFormed', 'withResolvers', 'fromAsync', 'structuredClone', 'canParse'],
])
/** The same for functions with ambiguous names: `json` of a response is old. */
const newFunctions = /\b(?:Response\.json|AbortSignal\.(?:any|timeout))\(/g
/** Methods used nevertheless, with the reason. */
const guardedMethods: Record<string, string> = {
  requestSubmit: 'asked for first, or only where there is Web OTP, which is younger',
}

/** Styles that one of them ignores, with the fallback. */
const allowedStyles: Record<string, string> = {
  'css-clip-path': 'only basic shapes, which all have',
  'css-color-adjust': 'the same under its prefix; else a tone is not printed',
  'css-container-queries': 'columns ask how wide the window is, not how many letters fit',
  'css-has': 'inside @supports: stars before the chosen one are hollow',
  'css-hyphens': 'long words break anywhere',
  'css-marker-pseudo': 'bullets have the colour of the text',
  'css-masks': 'clip-path with basic shapes, which all have',
  'css-media-resolution':
    'the card’s code keeps to whole pixels of CSS: a little smaller, as sharp',
  'css-media-scripting': 'a button of the script pushes what is below it when it comes',
  'css-mixblendmode': 'the map’s tiles, where its author has found no fault',
  'css-overflow': 'hidden and auto, which all have',
  'css-page-break': 'only those values that all have',
  'css-paged-media': 'paper keeps the browser’s own margins',
  'css-scrollbar': 'a row of chips shows its bar while it is moved',
  'css-selection': 'the map’s tiles are not to be selected at all',
  'css-text-indent': 'a plain length',
  'css-touch-action': 'a computer, which has no touches to tell apart',
  'css-resize': 'a phone, without resizable fields',
  'css3-cursors': 'a phone, which has no pointer',
  'css3-cursors-grab': 'a phone, which has no pointer',
  'intrinsic-width': 'max-content and fit-content of a width alone, which all have',
  multicolumn: 'columns without a span, which all have',
  'text-decoration': 'a line as thick and as dark as its text',
  'text-size-adjust': 'the prefixed one is Safari’s; a computer makes no text larger by itself',
  'viewport-unit-variants': 'vh stands before svh',
}

test('every script parses in the oldest supported browsers, regular expressions included', () => {
  const young: string[] = []
  for (const [name, text] of getFiles('.js')) {
    const tokens: (Token & { value?: unknown })[] = []
    try {
      parse(text, { ecmaVersion: SYNTAX, sourceType: 'module', onToken: tokens })
    } catch (error) {
      young.push(`${name}: ${String(error)}`)
    }
    for (const { type, value } of tokens) {
      if (type !== tokTypes.regexp) continue
      const { pattern, flags } = value as { pattern: string; flags: string }
      // Safari reads them since 16.4; before, the whole file is an error.
      if (/\(\?<[=!]/.test(pattern) || /[dv]/.test(flags)) young.push(`${name}: /${pattern}/`)
    }
  }
  expect(young).toEqual([])
})

test('no script calls a method that a supported browser lacks, unless it tests for it', () => {
  const found = new Set<string>()
  for (const [, text] of getFiles('.js'))
    for (const [, name = ''] of text.matchAll(/\.([A-Za-z]+)\(/g))
      if (newMethods.has(name)) found.add(name)
  expect([...found].sort()).toEqual(Object.keys(guardedMethods).sort())
  const called = getFiles('.js').flatMap(([name, text]) =>
    [...text.matchAll(newFunctions)].map(([call]) => `${name}: ${call}`),
  )
  expect(called).toEqual([])
})

test('each style that a supported browser lacks is listed with its fallback', async () => {
  const found = new Map<string, string>()
  const checker = postcss([
    doiuse({ onFeatureUsage: ({ feature, message }) => void found.set(feature, message) }),
  ])
  const styles = getFiles('.css').map(([, text]) => text)
  await checker.process(styles.join('\n'), { from: undefined })
  expect([...found.keys()].sort(), [...found.values()].join('\n')).toEqual(
    Object.keys(allowedStyles).sort(),
  )
})
