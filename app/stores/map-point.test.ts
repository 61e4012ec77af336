import { expect, test } from 'vitest'

import { onOneSide } from './map-point'

const at = (longitude: number) => ({ to: '', name: '', address: '', latitude: 65, longitude })
const longitudes = (...given: number[]) => onOneSide(given.map(at)).map((each) => each.longitude)

test('puts stores on both sides of the 180th meridian beside each other', () => {
  expect(longitudes(179, -179)).toEqual([179, 181])
  expect(longitudes(37.6, 177.5, -173.2)).toEqual([37.6, 177.5, 186.8])
})

test('does not move stores on one side', () => {
  expect(longitudes(20.5, 135)).toEqual([20.5, 135])
  expect(longitudes()).toEqual([])
})
