import { describe, expect, test } from 'vitest'

import { chooseReminder, type Occasion, type ReminderKind } from './choose-reminder'

const occasion = (id: string, kind: ReminderKind = 'stars'): Occasion => ({
  id,
  kind,
  title: `Title of ${id}`,
  body: 'body',
  path: '/profile/stars',
})
const all = () => false
const first = occasion('stars-aaaaaaaaaaaaaaaa')
const second = occasion('coupon-bbbbbbbbbbbbbbbb', 'coupons')

describe('choosing a reminder', () => {
  test('returns the reminders in their order, each once, and then null', () => {
    const one = chooseReminder([first, second], [], all)
    expect(one?.reminder.title).toBe('Title of stars-aaaaaaaaaaaaaaaa')
    const two = chooseReminder([first, second], one?.shown ?? [], all)
    expect(two?.reminder.title).toBe('Title of coupon-bbbbbbbbbbbbbbbb')
    expect(chooseReminder([first, second], two?.shown ?? [], all)).toBeNull()
  })

  test('returns no muted kind', () => {
    const chosen = chooseReminder([first, second], [], (kind) => kind === 'stars')
    expect(chosen?.reminder.title).toBe('Title of coupon-bbbbbbbbbbbbbbbb')
    expect(chooseReminder([first], [], (kind) => kind === 'stars')).toBeNull()
  })

  test('stores the ids of at most thirty shown reminders, with eight characters each', () => {
    let shown: string[] = []
    for (let number = 0; number < 100; number++) {
      const id = `stars-${String(number).padStart(16, 'x')}`
      shown = chooseReminder([occasion(id)], shown, all)?.shown ?? shown
    }
    expect(shown).toHaveLength(30)
    expect(shown.every((mark) => /^[\w-]{8}$/.test(mark))).toBe(true)
  })
})
