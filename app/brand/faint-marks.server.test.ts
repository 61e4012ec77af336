import { expect, test } from 'vitest'

import { readBrandPack } from './brand-pack.server'
import { faintMarks } from './faint-marks.server'
import { readSvg } from './safe-svg.server'

const { pack } = readBrandPack()
if (!pack) throw new Error('our own brand has faults')

const SHAPE = 'd="M0 0h40v40H0z"'
const marked = (inside: string, root = '') => {
  const { drawing } = readSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"${root}>${inside}</svg>`,
    'mark',
  )
  return faintMarks({ data: pack.data, icons: new Map([['mark', drawing!]]) }).map(
    (warning) => /on (\w+) pages/.exec(warning)?.[1],
  )
}

test.each([
  ['white', `<path fill="#fff" ${SHAPE}/>`, ['light']],
  ['black by name', `<path fill="black" ${SHAPE}/>`, ['dark']],
  ['black by default, without a fill', `<path ${SHAPE}/>`, ['dark']],
  ['with a dark stroke', `<path fill="none" stroke="#101010" ${SHAPE}/>`, ['dark']],
  [
    'white on its own background',
    `<path fill="#14418b" ${SHAPE}/><path fill="#fff" ${SHAPE}/>`,
    [],
  ],
  ['in the text colour', `<path fill="currentColor" ${SHAPE}/>`, []],
  ['in the background colour', `<path fill="var(--color-bg)" ${SHAPE}/>`, ['light', 'dark']],
  ['in an unsupported colour notation', `<path fill="hsl(0 0% 100%)" ${SHAPE}/>`, []],
])('reports the themes in which a mark painted %s is faint', (_, inside, expected) => {
  expect(marked(inside)).toEqual(expected)
})

test('applies the colour of the SVG root to shapes without a colour of their own', () => {
  expect(marked(`<path ${SHAPE}/>`, ' fill="#ffffff"')).toEqual(['light'])
})

test.each(['brands/april', 'brands/prichal'])('reports no faint mark in %s', (folder) => {
  expect(faintMarks(readBrandPack(folder).pack!)).toEqual([])
})
