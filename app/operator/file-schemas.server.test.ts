import { expect, test } from 'vitest'

import { switchesSchema } from './file-schemas.server'

test('a kill switch with the name of the last release switches off what replaced it', () => {
  expect(switchesSchema.parse({ off: ['remove-coupon', 'push'] }).off).toEqual([
    'activate-coupon',
    'push',
  ])
  expect(switchesSchema.safeParse({ off: ['remove-everything'] }).success).toBe(false)
})
