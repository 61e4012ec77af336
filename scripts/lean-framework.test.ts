import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { changePlaces } from './change-places.mjs'
import { leanChanges, refuseUnused } from './lean-framework'
import { serverChanges } from './lean-server.mjs'

const changed = [...Object.entries(leanChanges), ...Object.entries(serverChanges)]

test.each(changed)('%s is written as the changes expect', (file, changes) => {
  const code = readFileSync(`node_modules/${file}`, 'utf8')
  expect(changePlaces(file, code, changes)).not.toBe(code)
  // Another version stops the build, and somebody looks through its changes.
  expect(() => changePlaces(file, '// all new', changes)).toThrow(file)
})

test.each([
  ["import { useState, lazy } from 'react'", 'lazy'],
  ["import { createRoot } from 'react-dom/client'", 'createRoot'],
  ['React.cloneElement(child)', 'cloneElement'],
])('what was left out is refused: %s', (code, name) => {
  expect(() => refuseUnused('app/a.tsx', code)).toThrow(`React's ${name}`)
})

test('what is there may be used', () => {
  refuseUnused('app/a.tsx', "import { useState, type ReactNode } from 'react'\nReact.memo(a)")
})
