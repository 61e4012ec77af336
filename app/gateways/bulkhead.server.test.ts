import { describe, expect, it } from 'vitest'

import { createBulkhead } from './bulkhead.server'

describe('the bulkhead', () => {
  it('refuses calls of an endpoint at its limit, and no others', () => {
    const bulkhead = createBulkhead(2)
    expect(bulkhead.enter('slow')).not.toBeNull()
    expect(bulkhead.enter('slow')).not.toBeNull()
    expect(bulkhead.enter('slow')).toBeNull()
    expect(bulkhead.enter('quick')).not.toBeNull()
  })

  it('admits the next call after one ends', () => {
    const bulkhead = createBulkhead(1)
    const leave = bulkhead.enter('slow')
    expect(bulkhead.enter('slow')).toBeNull()
    leave?.()
    expect(bulkhead.enter('slow')).not.toBeNull()
  })
})
