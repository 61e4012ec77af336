import { beforeEach, expect, test, vi } from 'vitest'

const { info } = vi.hoisted(() => ({ info: vi.fn() }))
vi.mock('./log.server', () => ({ log: { info } }))

const { notFound } = await import('./not-found.server')

beforeEach(() => info.mockReset())

test.each([
  ['/product/milk?from=search', '/product/milk'],
  ['/profile/transactions/t79001234567', '/profile/transactions/:value'],
  ['/%D0%9C%D0%B0%D1%80%D0%B8%D1%8F/me@mail.example', '/:value/:value'],
  [`/${'a'.repeat(900)}`, '/:value'],
  [`/${'a'.repeat(41)}/${'a'.repeat(40)}/1234/123`, `/:value/${'a'.repeat(40)}/:value/123`],
])(
  '2.44: returns for the address %s a 404 with the scrubbed path %s, and logs it',
  (address, path) => {
    const message = `Page Not Found: ${path}`
    expect(notFound(new Request(`https://shop.example${address}`))).toMatchObject({
      data: message,
      init: { status: 404, statusText: message },
    })
    expect(info).toHaveBeenCalledExactlyOnceWith({ path, status: 404 }, message)
  },
)
