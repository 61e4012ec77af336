import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { leanChanges, makeLean, refuseUnused } from './lean-framework'

test.each(Object.keys(leanChanges))('%s is written as the changes expect', (file) => {
  const code = readFileSync(`node_modules/${file}`, 'utf8')
  expect(makeLean(file, code).length).toBeLessThan(code.length)
  // Another version stops the build, and somebody looks through its changes.
  expect(() => makeLean(file, '// all new')).toThrow(file)
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
