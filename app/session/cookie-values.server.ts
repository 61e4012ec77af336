import { isIdOf } from '~/domain/ids'

/** How a cookie's text is read and written; null stands for no cookie. */
interface Codec<Value> {
  read(text: string | null): Value
  write(value: Value): string | null
}

const flag: Codec<boolean> = {
  read: (text) => text === '1',
  write: (isSet) => (isSet ? '1' : null),
}

const choiceCodec = <Name extends string>(names: readonly Name[]): Codec<Name | null> => ({
  read: (text) => names.find((name) => name === text) ?? null,
  write: (name) => name,
})

const listCodec = <Name extends string>(names: readonly Name[]): Codec<readonly Name[]> => ({
  read(text) {
    const stored = text?.split('.') ?? []
    return names.filter((name) => stored.includes(name))
  },
  write: (some) => names.filter((name) => some.includes(name)).join('.') || null,
})

const storeCode: Codec<string | null> = {
  read: (text) => (isIdOf('store', text) ? text : null),
  write: (code) => (isIdOf('store', code) ? code : null),
}

/** The last notice on the main screen and its day number. */
const advice: Codec<{ key: string; day: number } | null> = {
  read(text) {
    const [, key, day] = /^([a-z-]{1,20})\.(\d{1,6})$/.exec(text ?? '') ?? []
    return key && day ? { key, day: Number(day) } : null
  },
  write: (advised) => advised && `${advised.key}.${advised.day}`,
}

export const themes = ['light', 'dark'] as const

/** Notifications that a shopper can mute on a device; push/muted-notifications-form has their texts. */
export const notificationKinds = ['deadlines', 'account'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Notices on the main screen that a shopper can dismiss for 30 days. */
const postponedNotices = ['finish-profile', 'survey'] as const
/** Notices that never return on this device after they were followed or dismissed. */
const singleNotices = ['install', 'push'] as const
export const dismissibleNotices = [...postponedNotices, ...singleNotices] as const
export type DismissibleNotice = (typeof dismissibleNotices)[number]

/** The cookies with plain values; the catalogue has their purposes and lifetimes. */
export const cookieValues = {
  v1_consent: choiceCodec(['accepted', 'refused'] as const),
  v1_theme: choiceCodec(themes),
  v1_start: choiceCodec(['card'] as const),
  v1_store: storeCode,
  v1_store_prompted: flag,
  v1_adult: flag,
  v1_onboarded: flag,
  v1_dismissed: listCodec(postponedNotices),
  v1_declined: listCodec(singleNotices),
  v1_advised: advice,
  v1_quiet: listCodec(notificationKinds),
}

type Values = typeof cookieValues
export type ValueName = keyof Values
export type ValueOf<Name extends ValueName> = ReturnType<Values[Name]['read']>
