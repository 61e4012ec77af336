import { readFileSync } from 'node:fs'

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { EmptyState } from './block'
import { Icon } from './icon'
import { Illustration } from './illustration'
import { Picture } from './picture'

const drawn = (props: { isMain?: boolean } = {}) =>
  renderToStaticMarkup(<Picture src="/milk.webp" alt="Молоко" size={240} {...props} />)

test('loads a picture of a list with low priority, and the main picture of a screen at once', () => {
  expect(drawn()).toMatch(/loading="lazy".*fetchpriority="low"/)
  expect(drawn({ isMain: true })).toContain('loading="eager"')
  expect(drawn({ isMain: true })).not.toContain('fetchpriority')
})

test.each([
  ['small', 112, 112],
  ['large', 280, 220],
] as const)('9.14: gives a %s drawing its fixed size', (size, width, height) => {
  const drawing = renderToStaticMarkup(<Illustration name="card" size={size} />)
  expect(drawing).toContain(` width="${width}" height="${height}"`)
  const css = readFileSync(new URL('./illustration.module.css', import.meta.url), 'utf8')
  expect(css).toContain(`.${size} {\n  width: ${width}px;\n  height: ${height}px;\n}`)
})

test('9.14: gives an empty screen the large drawing, and an empty part of one the small', () => {
  const widthOf = (isPart: boolean) =>
    / width="(\d+)"/.exec(renderToStaticMarkup(<EmptyState title="Пусто" isPart={isPart} />))?.[1]
  expect([false, true].map(widthOf)).toEqual(['280', '112'])
})

test('8.12: leaves no text of an illustration or an icon that does not load', () => {
  expect(renderToStaticMarkup(<Illustration name="empty" />)).toContain('alt=""')
  expect(renderToStaticMarkup(<Icon name="basket" />)).toMatch(/^<svg [^>]*aria-hidden="true"/)
})

test('8.12: draws a basket over a photo that does not load, and nothing over an illustration', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  const base = read('./styles/base.css')
  const [, placeholder = ''] = /:where\(img\)::before \{([^}]*)\}/.exec(base) ?? []
  expect(placeholder).toContain("content: '';")
  expect(placeholder).toMatch(/background:[^;]*url\('\.\/no-picture\.svg/)
  const [, basket] = / d="(M[^"]*)"/.exec(read('./styles/no-picture.svg')) ?? []
  expect(read('../../public/assets/svg/icons/base/basket.svg')).toContain(basket)
  expect(read('./illustration.module.css')).toContain('.illustration::before {\n  content: none;')
})

test('8.12: draws a basket for a missing picture, with the name of the product', () => {
  const missing = renderToStaticMarkup(<Picture src={null} alt="Молоко" size={240} />)
  expect(missing).toContain('aria-label="Молоко: фотографии нет"')
  expect(missing).toContain(renderToStaticMarkup(<Icon name="basket" size="large" />))
})
