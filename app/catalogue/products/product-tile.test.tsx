import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Picture } from '~/ui/picture'
import { Ticket } from '~/ui/ticket'

import { productSummary } from './product-summary.server'
import { ProductTile } from './product-tile'

test('8.12: a tile and a ticket without a photo draw a basket in its place', () => {
  const milk = { id: '1', name: 'Молоко', seoCode: 'moloko', price: 8399, quantity: 1, gallery: [] }
  const tile = renderToStaticMarkup(<ProductTile product={productSummary(milk, [])} />)
  expect(tile).toContain(renderToStaticMarkup(<Picture src={null} alt="" size={240} />))
  const ticket = renderToStaticMarkup(<Ticket title="Молоко" to={null} picture={null} />)
  expect(ticket).toContain(renderToStaticMarkup(<Picture src={null} alt="" size={56} />))
})
