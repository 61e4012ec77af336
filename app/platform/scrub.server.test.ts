import { expect, test } from 'vitest'

import { scrub } from './scrub.server'

test.each([
  ['phone 79000000001 failed', 'phone … failed'],
  ['code 12345', 'code …'],
  ['token eyJhbGciOi.eyJzdWIi.sig-na', 'token …'],
  ['mail a.b+c@example.co.uk!', 'mail …!'],
  ['at https://gateway.example/x?phone=7', 'at …'],
  ['line 42 of 100', 'line 42 of 100'],
])('%j is scrubbed to %j', (text, clean) => {
  expect(scrub(text)).toBe(clean)
})
