import { expect, test } from 'vitest'

import { addressPart, productIdIn, idIn } from './address-part'

test.each([
  [{ id: '0001000019', name: 'Молоко', seoCode: 'moloko' }, '0001000019-moloko'],
  [{ id: 101, name: 'Молоко' }, '101-moloko'],
  [{ id: 101, name: 'Молоко', seoCode: '../evil' }, '101-moloko'],
  [{ id: 101, name: 'Молоко', seoCode: 'a'.repeat(81) }, '101-moloko'],
  [{ id: 101, name: 'Молоко 2,5%' }, '101-moloko-2-5'],
  [{ id: 101, name: 'Щётка «Ёж»' }, '101-shchetka-ezh'],
  [{ id: 101, name: '<script>alert("ой")</script>' }, '101-script-alert-oj-script'],
  [{ id: 101, name: `${'я'.repeat(39)}а щётка` }, `101-${'ya'.repeat(39)}a`],
  [{ id: 101, name: 'مرحبا 🍏' }, '101'],
  [{ id: '9c5b94b1-35ad-49bb', name: 'Молоко' }, '9c5b94b1-35ad-49bb~moloko'],
  [{ id: '12345678-35ad-49bb', name: '🍏' }, '12345678-35ad-49bb~'],
  [{ id: 'a:b/c', name: 'Молоко' }, 'a%3Ab%2Fc~moloko'],
])('makes the address part of %j: %s', (thing, part) => {
  expect(addressPart(thing)).toBe(part)
})

test.each([
  ['101-moloko', '101'],
  ['101', '101'],
  ['101-', '101'],
  ['moloko', null],
  ['-101', null],
  ['1'.repeat(19), null],
  ['', null],
  [undefined, null],
])('reads from %j the id %j', (part, id) => {
  expect(idIn(part)).toBe(id)
})

test.each([
  ['101-moloko', '101'],
  ['A17~', 'A17'],
  ['A17', 'A17'],
  ['a~b~moloko-1', 'a~b'],
  ['12345678-35ad-49bb-b118-8e8fc24abf80', '12345678-35ad-49bb-b118-8e8fc24abf80'],
  ['12345678-35ad-49bb-b118-8e8fc24abf80~moloko', '12345678-35ad-49bb-b118-8e8fc24abf80'],
  ['../profile~moloko', null],
  ['~moloko', null],
  ['a'.repeat(65), null],
  ['', null],
  [undefined, null],
])('reads from %j the product id %j', (part, id) => {
  expect(productIdIn(part)).toBe(id)
})
