import { remembered } from './remembered'
import { DEVICE_ZONE } from './wall-clock'

/** The zone of texts for readers in an unknown zone, and of everything that all readers share. */
export const MOSCOW = 'Europe/Moscow'

/** A reader's time zone; null when unknown: Moscow's then, which texts name. */
export type ReaderZone = string | null

/** For texts that name Moscow's time, whatever the reader's zone. */
export const UNKNOWN_ZONE: ReaderZone = null

/** Names Moscow's time for a reader in an unknown zone. */
export const zoneNote = (zone: ReaderZone) => (zone === null ? ' (МСК)' : '')

/** UTC by its names, and the zone of browsers that prevent fingerprinting. */
const placeless =
  /^(?:Etc\/.*|UTC|UCT|GMT[+-]?0?|Greenwich|Universal|Zulu|Iceland|Atlantic\/Reykjavik)$/i

/** True when a zone says nothing about the shopper's clock. */
const isPlaceless = (zone: string): boolean => placeless.test(zone)

/** The zone of this browser, for the browser's own texts. */
export function getBrowserZone(): ReaderZone {
  // A zone with another offset than UTC's always names a place. This check needs no formatter.
  if (new Date().getTimezoneOffset() !== 0) return DEVICE_ZONE
  return isPlaceless(Intl.DateTimeFormat().resolvedOptions().timeZone) ? UNKNOWN_ZONE : DEVICE_ZONE
}

/** The longest real name is a third shorter. */
const MAX_NAME_LENGTH = 48
const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/i

/** Visitors choose the names, so the cache is bounded; it also holds invalid names. */
const spellings = /* @__PURE__ */ remembered(500, (timeZone: string) => {
  try {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone
    return { zone: isPlaceless(timeZone) || isPlaceless(zone) ? UNKNOWN_ZONE : zone }
  } catch {
    return { zone: UNKNOWN_ZONE }
  }
})

/**
 * The platform's spelling of a zone that a browser reports; null for an invalid zone or one without a
 * place (UTC).
 */
export function readTimeZone(name: string | null | undefined): ReaderZone {
  if (!name || name.length > MAX_NAME_LENGTH || !nameForm.test(name)) return UNKNOWN_ZONE
  return spellings(name).zone
}

/**
 * Russian time zones by region of the city directory, compared without case. Lists regions of
 * Moscow time only where the longitude would be wrong.
 */
const zonesByRegion: readonly (readonly [zone: string, ...regions: string[]])[] = [
  ['Europe/Kaliningrad', 'калининград'],
  [
    'Europe/Moscow',
    'татарстан',
    'кировская',
    'марий эл',
    'коми',
    'ненецкий',
    'архангельск',
    'вологод',
    'дагестан',
    'чувашск',
    'крым',
  ],
  ['Europe/Samara', 'самарская', 'удмурт'],
  ['Europe/Saratov', 'саратов'],
  ['Europe/Ulyanovsk', 'ульянов'],
  ['Europe/Astrakhan', 'астрахан'],
  [
    'Asia/Yekaterinburg',
    'свердлов',
    'челябин',
    'пермский',
    'башкорт',
    'оренбург',
    'тюмен',
    'курганская',
    'ханты-мансийск',
    'ямало-ненецк',
  ],
  ['Asia/Omsk', 'омская'],
  ['Asia/Novosibirsk', 'новосибир'],
  ['Asia/Tomsk', 'томская'],
  ['Asia/Barnaul', 'алтай'],
  ['Asia/Novokuznetsk', 'кемеров', 'кузбасс'],
  ['Asia/Krasnoyarsk', 'красноярск', 'хакас', 'тыва', 'тува'],
  ['Asia/Irkutsk', 'иркут', 'бурят'],
  ['Asia/Chita', 'забайкал'],
  ['Asia/Yakutsk', 'амурская'],
  ['Asia/Vladivostok', 'приморский', 'хабаровск', 'еврейская'],
  ['Asia/Sakhalin', 'сахалин'],
  ['Asia/Magadan', 'магадан'],
  ['Asia/Kamchatka', 'камчат'],
  ['Asia/Anadyr', 'чукот'],
]

/** The most likely zone up to each eastern longitude, without a region. */
const zonesByLongitude: readonly (readonly [degrees: number, zone: string])[] = [
  [23, 'Europe/Kaliningrad'],
  [50, 'Europe/Moscow'],
  [53.5, 'Europe/Samara'],
  [71, 'Asia/Yekaterinburg'],
  [76, 'Asia/Omsk'],
  [99, 'Asia/Krasnoyarsk'],
  [112.5, 'Asia/Irkutsk'],
  [130, 'Asia/Yakutsk'],
  [141, 'Asia/Vladivostok'],
  [155, 'Asia/Magadan'],
  [180, 'Asia/Kamchatka'],
]

interface Place {
  /** The region in the city directory; null when the city is unknown. */
  region: string | null
  longitude: number
}

/**
 * The time zone of a store. The region of its city by FIAS decides, because Russian zones follow
 * regions. Regions with several zones, such as Yakutia, use the longitude; so do cities without a
 * region. Moscow is the default.
 */
export function getTimeZone({ region, longitude }: Place): string {
  // Compares beginnings, so that «Костромская» does not match «Омская».
  const name = region && ` ${region.toLowerCase()}`
  const existing =
    name && zonesByRegion.find(([, ...stems]) => stems.some((stem) => name.includes(` ${stem}`)))
  if (existing) return existing[0]
  if (!Number.isFinite(longitude)) return 'Europe/Moscow'
  if (longitude < 0) return 'Asia/Anadyr'
  return zonesByLongitude.find(([degrees]) => longitude < degrees)?.[1] ?? 'Asia/Kamchatka'
}
