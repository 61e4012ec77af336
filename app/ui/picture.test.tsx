import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Picture } from './picture'

const drawn = (props: { isMain?: boolean } = {}) =>
  renderToStaticMarkup(<Picture src="/milk.webp" alt="Молоко" size={240} {...props} />)

test('a picture of many leaves the line to the text, the one a screen is about does not', () => {
  expect(drawn()).toMatch(/loading="lazy".*fetchpriority="low"/)
  expect(drawn({ isMain: true })).toContain('loading="eager"')
  expect(drawn({ isMain: true })).not.toContain('fetchpriority')
})

test('a missing picture still names its product', () => {
  const missing = renderToStaticMarkup(<Picture src={null} alt="Молоко" size={240} />)
  expect(missing).toContain('aria-label="Молоко: фотографии нет"')
})
