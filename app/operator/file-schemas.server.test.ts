import { expect, test } from 'vitest'

import { switchesSchema } from './file-schemas.server'

test('a kill switch that does not exist is refused', () => {
  expect(switchesSchema.safeParse({ off: ['push'] }).success).toBe(true)
  expect(switchesSchema.safeParse({ off: ['remove-everything'] }).success).toBe(false)
})
