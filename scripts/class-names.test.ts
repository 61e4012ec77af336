import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createClassNames } from './class-names'

const folder = mkdtempSync(join(tmpdir(), 'classes-'))
writeFileSync(join(folder, 'b.module.css'), '.row { } .row .cell:hover { margin: .5rem }')
writeFileSync(
  join(folder, 'a.module.css'),
  '/* .not-this */ .row { animation: fade 1s } @keyframes fade { }',
)

test('every class and animation of every module has a short name of its own, each time the same', () => {
  const nameOf = createClassNames(folder)
  const names = [
    nameOf('row', join(folder, 'a.module.css')),
    nameOf('fade', join(folder, 'a.module.css')),
    nameOf('row', join(folder, 'b.module.css?direct')),
    nameOf('cell', join(folder, 'b.module.css')),
  ]
  expect(names).toEqual(['caa', 'cab', 'cac', 'cad'])
  expect(createClassNames(folder)('cell', join(folder, 'b.module.css'))).toBe('cad')
})

test('a class that no module has is a fault of the build', () => {
  expect(() => createClassNames(folder)('row', join(folder, 'c.module.css'))).toThrow(
    'c.module.css',
  )
})
