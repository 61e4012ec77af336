import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Picture } from './picture'

const drawn = (props: { isMain?: boolean } = {}) =>
  renderToStaticMarkup(<Picture src="/milk.webp" alt="Молоко" size={240} {...props} />)

test('loads a picture of a list with low priority, and the main picture of a screen at once', () => {
  expect(drawn()).toMatch(/loading="lazy".*fetchpriority="low"/)
  expect(drawn({ isMain: true })).toContain('loading="eager"')
  expect(drawn({ isMain: true })).not.toContain('fetchpriority')
})

test('names the product of a missing picture', () => {
  const missing = renderToStaticMarkup(<Picture src={null} alt="Молоко" size={240} />)
  expect(missing).toContain('aria-label="Молоко: фотографии нет"')
})
