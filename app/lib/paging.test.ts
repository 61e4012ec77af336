import { expect, test } from 'vitest'

import { countPages, readOffset, readPage } from './paging'

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=007', 7],
  ['page=1000', 1000],
  ['page=1001', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=1e3', 1],
  ['page=%202', 1],
  [`page=${'9'.repeat(2000)}`, 1],
  ['page=2&page=3', 2],
])('reads from «%s» the page %i', (search, page) => {
  expect(readPage(new URLSearchParams(search))).toBe(page)
})

test.each([
  ['', 0],
  ['offset=50', 50],
  ['offset=100000', 100_000],
  ['offset=999999', 100_000],
  ['offset=1234567', 0],
  ['offset=-50', 0],
  ['offset=x', 0],
])('reads from «%s» the offset %i', (search, offset) => {
  expect(readOffset(new URLSearchParams(search))).toBe(offset)
})

test.each([
  [60, 1, 24, 3],
  [60, 3, 12, 3],
  [0, 1, 0, 0],
  [-5, 1, 0, 0],
  // The total counts entries that this page lacks.
  [60, 1, 0, 1],
  [1000, 4, 0, 4],
  // Behind the end; the screen redirects to the last page.
  [60, 9, 0, 3],
])('counts, for %d entries and page %d with %d of them, %d pages', (total, page, shown, pages) => {
  expect(countPages(total, { size: 24, page, shown })).toBe(pages)
})
