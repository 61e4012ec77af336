import { describe, expect, it } from 'vitest'

import { createBulkhead } from './bulkhead.server'

describe('the bulkhead', () => {
  it('stops an endpoint at its most, and no other', () => {
    const bulkhead = createBulkhead(2)
    expect(bulkhead.enter('slow')).not.toBeNull()
    expect(bulkhead.enter('slow')).not.toBeNull()
    expect(bulkhead.enter('slow')).toBeNull()
    expect(bulkhead.enter('quick')).not.toBeNull()
  })

  it('lets the next call in when one is over', () => {
    const bulkhead = createBulkhead(1)
    const leave = bulkhead.enter('slow')
    expect(bulkhead.enter('slow')).toBeNull()
    leave?.()
    expect(bulkhead.enter('slow')).not.toBeNull()
  })
})
