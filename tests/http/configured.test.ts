import { expect, test } from 'vitest'

import { products } from '../../sandbox/data/products'
import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const POLICY = 'https://retailer.example/policy'

const { server, sandbox, guest, signedIn } = await startSite({ PERSONAL_DATA_POLICY_URL: POLICY })
const shopper = await signedIn('79000000001')

const look = async (visitor: Visitor, path: string) => (await visitor.get(path)).text()
const count = (html: string) => html.split(`href="${POLICY}"`).length - 1

test('the configured personal data policy is linked in the footer of public pages and on the documents screen', async () => {
  expect(count(await look(guest(), '/'))).toBe(1)
  expect(count(await look(shopper, '/terms'))).toBe(1)
  expect(count(await look(shopper, '/profile/legal'))).toBe(1)
})

test('a product shows its brand under its name', async () => {
  const product = products.find(({ brand, isForAdults }) => brand && !isForAdults)!
  const html = await look(shopper, `/product/${product.id}-${product.seoCode}`)
  expect(html).toMatch(new RegExp(`Бренд: (<!-- -->)?${product.brand}`))
})

test.each([
  ['a shop with a mail address alone', 'care@shop.test'],
  ['a shop without any channel of support', ''],
])('%s shows no link, address or phone that is not configured', async (_, SUPPORT_EMAIL) => {
  const other = await startApp(server.url, {
    SUPPORT_EMAIL,
    SUPPORT_PHONE: '',
    SUPPORT_BOT_URL: '',
  })
  const visitor = createVisitor(other.origin)
  await signIn(visitor, sandbox, SUPPORT_EMAIL ? '79000000001' : '79000000006')
  const documents = [
    '/contacts',
    '/details',
    '/terms',
    '/pdn',
    '/program-loyalty',
    '/accessibility',
  ]
  const screens = [
    '/',
    '/profile',
    '/profile/legal',
    '/profile/cards/add',
    '/profile/not-me',
    '/today',
  ]
  for (const path of [...documents, ...screens]) {
    const response = await visitor.get(path)
    expect(response.status, path).toBe(200)
    const html = await response.text()
    const wrong = /.{40}(april\.example|000-00-00|href="(tel:|mailto:)?"|\{\{|позвоните).*/i
    expect(wrong.exec(html)?.[0].slice(0, 120), path).toBeUndefined()
    expect(html.includes('care@shop.test'), path).toBe(SUPPORT_EMAIL !== '')
  }
  expect(await look(visitor, '/.well-known/security.txt')).toContain(
    SUPPORT_EMAIL ? 'Contact: mailto:care@shop.test' : `Contact: ${other.origin}/contacts`,
  )
  await other.stop()
})
