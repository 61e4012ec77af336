import { expect, test } from 'vitest'

import { shownPicture } from './pictures'

const ours = ['https://pictures.example', 'http://127.0.0.1:4010']

test.each([
  ['https://pictures.example/a.svg', ours, 'https://pictures.example/a.svg'],
  ['http://127.0.0.1:4010/a.svg', ours, 'http://127.0.0.1:4010/a.svg'],
  ['https://elsewhere.example/a.svg', ours, null],
  ['https://pictures.example.evil.example/a.svg', ours, null],
  ['https://user:secret@pictures.example/a.svg', ours, null],
  ['https://elsewhere.example/a.svg', [], 'https://elsewhere.example/a.svg'],
  ['http://elsewhere.example/a.svg', [], null],
  ['javascript:alert(1)', [], null],
  ['data:image/svg+xml,<svg/>', [], null],
  ['//pictures.example/a.svg', ours, null],
  ['not an address', ours, null],
  ['', ours, null],
  [undefined, ours, null],
])(
  'returns for the picture %s and the allowed origins %j the address %s',
  (url, origins, shown) => {
    expect(shownPicture(url, origins)).toBe(shown)
  },
)
