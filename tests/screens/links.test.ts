import { beforeAll, expect, test } from 'vitest'

import { sharedCrawl, type Crawl } from '../support/crawl'
import { routeOf } from '../support/routes'
import { getWays } from '../support/walk'

let crawl: Crawl
beforeAll(async () => {
  crawl = await sharedCrawl()
})

/** An address finds a thing by its id alone: its page corrects the rest by a 301. */
const isCorrected = (link: string, status: number, location: string | null) =>
  status === 301 && location !== null && routeOf(location) === routeOf(link)

test('every link of every screen leads to a page, without a redirect', () => {
  expect(crawl.links.length).toBeGreaterThan(200)
  const wrong = crawl.links.filter(
    ({ link, status, location }) => status !== 200 && !isCorrected(link, status, location),
  )
  expect(wrong).toEqual([])
})

test('every screen has a form or a link to another page', () => {
  const deadEnds = crawl.screens.filter(({ html, address }) => {
    const { links, forms } = getWays(html, address)
    const path = address.split('?')[0]
    return forms.length === 0 && !links.some((link) => link.split('?')[0] !== path)
  })
  expect(deadEnds.map(({ name }) => name)).toEqual([])
})
