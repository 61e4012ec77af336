import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { ShownNotice } from './shown-notice.server'

const { visitor } = testContext()

test('a visitor can dismiss one notice after the other, of which the newest stay dismissed', async () => {
  const ids = Array.from({ length: 12 }, (_, number) => `notice-${100 + number}`)
  const { with: run } = await visitor()
  for (const id of ids) await run((context) => new ShownNotice(context).dismiss(id))
  const shown = await run((context) =>
    ids.filter((id) => {
      const notice = {
        id,
        kind: 'info',
        text: '',
        audience: 'everybody',
        link: '',
        linkText: '',
      } as const
      return new ShownNotice({ ...context, operator: { ...context.operator, notice } }).shown
    }),
  )
  expect(shown.data).toEqual(ids.slice(0, 4))
})
