import { expect, test } from 'vitest'

import { jsonForScript } from './json-ld'

test('a name cannot end the script or open a comment in it', () => {
  const name = '</script><script>alert(1)</script><!-- \u2028\u2029 & "кавычки"'
  const json = jsonForScript({ name })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ name })
})
