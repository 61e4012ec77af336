import { expect, test } from 'vitest'

import { namesTag } from './files'

const tag = 'W/"abc-1"'

test.each([
  'W/"abc-1"',
  '"abc-1"',
  '*',
  ' * ',
  '"x", "abc-1"',
  'W/"x",W/"abc-1"',
  '"a,b", "abc-1"',
])('finds the tag in If-None-Match: %s', (header) => expect(namesTag(header, tag)).toBe(true))

test.each([undefined, '', 'abc-1', '"abc"', 'W/"abc-2"', '"x, abc-1"', '"*"'])(
  'does not find the tag in If-None-Match: %s',
  (header) => expect(namesTag(header, tag)).toBe(false),
)
