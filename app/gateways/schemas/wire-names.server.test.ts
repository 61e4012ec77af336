import { expect, test } from 'vitest'
import type { z } from 'zod'

import { weekdays } from '~/domain/weekdays'
import { balance, cards, experiments } from './account.server'
import { codeChecked, codeRequested, profile, tokens } from './identity.server'
import { store } from './stores.server'

const day = { isDayOff: false, dailySchedule: { openingTime: '08:00', closingTime: '22:00' } }
const weeklySchedule = {
  ...Object.fromEntries(weekdays.map((name) => [name, day])),
  sunday: { isDayOff: true },
}

test.each<[string, z.ZodType, object]>([
  [
    '3.1: a profile',
    profile,
    {
      userId: '7',
      birthDate: '1985-04-13',
      email: 'a@example.ru',
      isEmailConfirmed: true,
      firstName: 'Алёна',
      phone: '79000000001',
      cardNumber: '2000000000000017',
    },
  ],
  [
    '3.11: a balance',
    balance,
    {
      isCache: true,
      priority: 1,
      totalPointBalance: 120,
      totalExpressPoints: 20,
      items: [{ type: 'EXPRESS', amount: 20, expiresAt: '2026-04-30T23:59:59+03:00' }],
    },
  ],
  ['3.12: a list of cards', cards, { identifiers: ['0017', '0018'] }],
  [
    '3.14: a pair of tokens',
    tokens,
    { accessToken: 'e30.eyJleHAiOjQxMDI0NDQ4MDB9.', refreshToken: 'r' },
  ],
  [
    '3.18: the response to a code request',
    codeRequested,
    { expires: Math.floor(Date.now() / 1000) + 300, attemptId: 'a' },
  ],
  [
    '3.19: the response to a code check',
    codeChecked,
    { magnitIDCode: 'c', userId: '7', isRegistered: false },
  ],
  [
    '3.20: the experiments of a visitor',
    experiments,
    {
      active_experiments_group_ids: ['1'],
      features: [{ feature_name: 'today_order', group_name: 'test' }],
    },
  ],
  [
    '3.21, 3.22: a store with its timetable',
    store,
    {
      address: 'ул. Мира, 1',
      cityFiasId: 'f',
      coordinates: { latitude: 55.75, longitude: 37.62 },
      deliveryTypeList: ['DELIVERY_TYPE_PICKUP'],
      externalId: { owner: 'OWNER_MAGNIT', storeCode: '0042' },
      isActive: false,
      storeType: 'STORE_TYPE_MM',
      timetableList: [
        { key: 'WORKING_TIMETABLE_TYPE_STORE', value: { is24hOpen: true, weeklySchedule } },
      ],
    },
  ],
])('%s is read by its wire names', (_, schema, wire) => expect(schema.parse(wire)).toEqual(wire))
