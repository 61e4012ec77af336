import { expect, test } from 'vitest'

import { joinStatus } from './status-of-workers'

const status = (release: string, breakers: [string, string, boolean?][]) => [
  { title: 'Build', rows: [{ name: 'Release', value: release }] },
  {
    title: 'Breakers',
    rows: breakers.map(([name, value, isBad]) => ({ name, value, ...(isBad && { isBad }) })),
  },
]

test('what all say stands there once, what they do not by worker, and who is silent is named', () => {
  const joined = joinStatus([
    ['7', status('1.0', [['web', 'closed']])],
    [
      '8',
      status('1.0', [
        ['web', 'open', true],
        ['identity', 'closed'],
      ]),
    ],
    ['9', null],
  ])
  expect(joined).toEqual([
    {
      title: 'Workers',
      rows: [
        { name: '7', value: 'answers' },
        { name: '8', value: 'answers' },
        { name: '9', value: 'gives no answer', isBad: true },
      ],
    },
    { title: 'Build', rows: [{ name: 'Release', value: '1.0' }] },
    {
      title: 'Breakers',
      rows: [
        { name: 'web (worker 7)', value: 'closed' },
        { name: 'web (worker 8)', value: 'open', isBad: true },
        { name: 'identity (worker 8)', value: 'closed' },
      ],
    },
  ])
})
