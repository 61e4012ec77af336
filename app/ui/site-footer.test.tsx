import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { SiteFooter } from './site-footer'

const support = {
  phone: '8 800 000-00-00',
  email: 'help@april.example',
  botUrl: 'https://bot.april.example',
}
const footer = (policyUrl: string | null) =>
  renderToStaticMarkup(<SiteFooter brand="Апрель" support={support} policyUrl={policyUrl} />)

test("links the retailer's personal data policy only when its URL is configured", () => {
  const policyUrl = 'https://retailer.example/policy'
  expect(footer(policyUrl)).toContain(`href="${policyUrl}"`)
  expect(footer(null)).not.toContain('Политика персональных данных')
})
