import { describe, expect, it } from 'vitest'

import { createBulkhead } from './bulkhead.server'

describe('the bulkhead', () => {
  it('admits the next call after one ends', () => {
    const bulkhead = createBulkhead(1)
    const leave = bulkhead.enter('slow')
    expect(bulkhead.enter('slow')).toBeNull()
    leave?.()
    expect(bulkhead.enter('slow')).not.toBeNull()
  })
})
