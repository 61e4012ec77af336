import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { ShownNotice } from './shown-notice.server'

const { visitor } = testContext()

test('a visitor can dismiss one notice after the other, of which the newest stay dismissed', async () => {
  const ids = Array.from({ length: 12 }, (_, number) => `notice-${100 + number}`)
  const { with: run } = await visitor()
  for (const id of ids)
    await run(({ cookies }) => new ShownNotice(cookies, null, () => false).dismiss(id))
  const shown = await run(({ cookies }) =>
    ids.filter((id) => {
      const notice = {
        id,
        kind: 'info',
        text: '',
        audience: 'everybody',
        link: '',
        linkText: '',
      } as const
      return new ShownNotice(cookies, notice, () => false).shown
    }),
  )
  expect(shown.data).toEqual(ids.slice(0, 4))
})
