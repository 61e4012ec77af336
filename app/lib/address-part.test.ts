import { expect, test } from 'vitest'

import { addressPart, idIn, slugOf } from './address-part'

test.each([
  ['Молоко 2,5%', 'moloko-2-5'],
  ['Щётка «Ёж»', 'shchetka-ezh'],
  ['<script>alert("ой")</script>', 'script-alert-oj-script'],
  ['مرحبا 🍏', ''],
])('%s is %j in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a slug is never long and never ends in a dash', () => {
  const slug = slugOf('Набор подарочный '.repeat(20))
  expect(slug.length).toBeLessThanOrEqual(80)
  expect(slug).toMatch(/^[a-z0-9-]*[a-z0-9]$/)
})

test.each([
  [{ id: '0001000019', name: 'Молоко', seoCode: 'moloko' }, '0001000019-moloko'],
  [{ id: 101, name: 'Молоко' }, '101-moloko'],
  [{ id: 101, name: 'Молоко', seoCode: '../evil' }, '101-moloko'],
  [{ id: 101, name: '🍏' }, '101'],
])('%j has the address %s', (thing, part) => {
  expect(addressPart(thing)).toBe(part)
})

test.each([
  ['101-moloko', '101'],
  ['101', '101'],
  ['0001000019-x-y', '0001000019'],
  ['101-', '101'],
  ['moloko', null],
  ['101moloko', null],
  ['-101', null],
  ['1'.repeat(19), null],
  ['', null],
  [undefined, null],
])('%j has the id %j', (part, id) => {
  expect(idIn(part)).toBe(id)
})
