import { expect, test } from 'vitest'

import { jsonForScript } from './json-ld'

test('escapes a name that would end the script or open a comment', () => {
  const name = '</script><script>alert(1)</script><!-- \u2028\u2029 & "кавычки"'
  const json = jsonForScript({ name })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ name })
})
